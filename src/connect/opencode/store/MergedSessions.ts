import type { StoredSource } from '../../../core/sourceStore'
import { forkFamily } from './forkFamily'
import { isSessionId } from './isSessionId'
import { runOfSession } from './runOfSession'
import type { SessionShelf, ShelvedSession } from './SessionShelf'

interface Merged {
  session: ShelvedSession
  /** Null: to be made anew. */
  source: StoredSource | null
}

/** The sessions of all shelves, each once, with what they are to one another. A class because maps and counts change together. */
export class MergedSessions {
  readonly #shelves: () => readonly SessionShelf[]
  readonly #byId = new Map<string, Merged>()
  /** Id → its children. */
  readonly #children = new Map<string, string[]>()
  /** Families with a fork in them, and how many. */
  readonly #forks = new Map<string, number>()
  /** Id → path of what bears no id of a session. */
  readonly #strangers = new Map<string, string>()
  #sources: readonly StoredSource[] | null = null

  /** `shelves`: where a session is on several, the first one has it. */
  constructor(shelves: () => readonly SessionShelf[]) {
    this.#shelves = shelves
  }

  get(id: string): ShelvedSession | null {
    return this.#byId.get(id)?.session ?? null
  }

  /** Takes over what the shelves say of a session. `onTouched` hears the paths that are touched by it. */
  update(id: string, onTouched: (path: string) => void): void {
    const before = this.#byId.get(id)?.session ?? null
    let after: ShelvedSession | null = null
    for (const shelf of this.#shelves()) after ??= shelf.sessions.get(id) ?? null
    if (!isSessionId(id)) return this.#noteStranger(id, after)
    if (after?.parent != null && !isSessionId(after.parent)) after = { ...after, parent: null }
    if (!before && !after) return
    this.#sources = null
    const isMoved = !before || !after || before.parent !== after.parent
    if (isMoved && before) this.#leave(before)
    if (isMoved && after) this.#join(after)
    if (after) this.#byId.set(id, { session: after, source: null })
    else this.#byId.delete(id)
    if (isMoved) this.#renewBelow(id, onTouched)
    if (isMoved || before?.title !== after?.title || before?.directory !== after?.directory) {
      if (before) this.#countFork(before, -1, onTouched)
      if (after) this.#countFork(after, 1, onTouched)
    }
    if (before && before.path !== after?.path) onTouched(before.path)
    if (after) onTouched(after.path)
  }

  strangers(): Iterable<string> {
    return this.#strangers.values()
  }

  #noteStranger(id: string, session: ShelvedSession | null): void {
    if (session) this.#strangers.set(id, session.path)
    else this.#strangers.delete(id)
  }

  source(id: string): StoredSource | null {
    const merged = this.#byId.get(id)
    if (!merged) return null
    merged.source ??= this.#makeSource(merged.session)
    return merged.source
  }

  sources(): readonly StoredSource[] {
    if (this.#sources) return this.#sources
    const sources: StoredSource[] = []
    for (const merged of this.#byId.values()) {
      merged.source ??= this.#makeSource(merged.session)
      sources.push(merged.source)
    }
    this.#sources = sources
    return sources
  }

  #leave({ id, parent }: ShelvedSession): void {
    if (parent === null) return
    const siblings = (this.#children.get(parent) ?? []).filter((one) => one !== id)
    if (siblings.length > 0) this.#children.set(parent, siblings)
    else this.#children.delete(parent)
  }

  #join({ id, parent }: ShelvedSession): void {
    if (parent === null) return
    const siblings = this.#children.get(parent)
    if (siblings) siblings.push(id)
    else this.#children.set(parent, [id])
  }

  #countFork({ parent, title, directory }: ShelvedSession, by: 1 | -1, onTouched: (path: string) => void): void {
    if (parent !== null) return
    const { key, isFork } = forkFamily(title, directory)
    if (!isFork) return
    const before = this.#forks.get(key) ?? 0
    const after = before + by
    if (after === 0) this.#forks.delete(key)
    else this.#forks.set(key, after)
    // The first fork makes relatives of sessions that had none, the last one leaves them alone.
    if (before === 0 || after === 0) this.#renewFamily(key, onTouched)
  }

  #renewFamily(key: string, onTouched: (path: string) => void): void {
    for (const merged of this.#byId.values()) {
      if (!merged.source) continue
      const { title, directory, path } = merged.session
      if (forkFamily(title, directory).key !== key) continue
      merged.source = null
      onTouched(path)
    }
  }

  /** Whoever descends from it may belong to another run now. */
  #renewBelow(id: string, onTouched: (path: string) => void): void {
    if (!this.#children.has(id)) return
    const seen = new Set([id])
    for (const one of seen) {
      for (const child of this.#children.get(one) ?? []) {
        const merged = this.#byId.get(child)
        if (seen.has(child) || !merged) continue
        seen.add(child)
        if (!merged.source) continue
        merged.source = null
        onTouched(merged.session.path)
      }
    }
  }

  #makeSource(session: ShelvedSession): StoredSource {
    const { id, path, directory, title, size, mtimeMs, ino, parent } = session
    const run = parent === null ? id : runOfSession(id, (one) => this.#byId.get(one)?.session.parent ?? null)
    const isMain = run === id
    // A fork has no parent, what it was copied from may have one.
    const key = this.#forks.size > 0 ? forkFamily(title, directory).key : ''
    return {
      path,
      spec: {
        format: 'records',
        role: isMain ? 'main' : 'agent',
        run,
        agent: isMain ? null : id,
        group: null,
        project: directory,
      },
      size,
      mtimeMs,
      ino,
      family: this.#forks.has(key) ? key : null,
    }
  }
}
