import type { ChildMemory, RememberedChild } from '../../../core/childMemory'
import { cutText } from '../../../core/promptKey'
import { describeChild } from '../../../core/providers/opencode/describeChild'
import { asId } from '../../../core/readJson'
import type { Inferred } from './inferredPlace'
import type { ServedSession } from './ServedSession'

/** The sessions that are known now, and how they stand to one another. */
export interface KnownSessions {
  get(id: string): ServedSession | null
  topOf(id: string): string
  all(): Iterable<ServedSession>
}

const LONGEST_TITLE = 200

/** What is remembered of places beside what is said of them now. A class because what was noted and who waits change together. */
export class RememberedPlaces {
  readonly #memory: ChildMemory | null
  readonly #known: KnownSessions
  /** Parent → sessions that are remembered to stand beneath it, until it is met. */
  readonly #waiting = new Map<string, Set<string>>()
  /** Session → its place as it was last noted: most of what is told moves nobody. */
  readonly #noted = new Map<string, string>()

  /** `memory` null: nothing is remembered. */
  constructor(memory: ChildMemory | null, known: KnownSessions) {
    this.#memory = memory
    this.#known = known
  }

  /** Null: nothing is remembered, or it may be of another session: its folder or its server does not fit, or nobody has met its parent. */
  recall(one: ServedSession): Inferred | null {
    const remembered = one.info === null ? (this.#memory?.of(one.id) ?? null) : null
    if (remembered === null || remembered.directory !== one.directory) return null
    const { parent, guess, type, title } = remembered
    const above = this.#known.get(parent)
    const isMet = above !== null && above.server === one.server && (above.info !== null || above.parent !== null)
    if (!isMet) {
      this.#waiting.set(parent, (this.#waiting.get(parent) ?? new Set()).add(one.id))
      return null
    }
    // Among what is known now it may be its own ancestor.
    if (this.#isBelow(parent, one.id)) return null
    return { parent, guess, type, title, remembered }
  }

  /** Those that were waiting for this one to be met. */
  takeWaiting(parent: string): readonly ServedSession[] {
    const waiting = this.#waiting.get(parent)
    if (!waiting) return []
    this.#waiting.delete(parent)
    return [...waiting].flatMap((id) => this.#known.get(id) ?? [])
  }

  /** Something about its place may be new. */
  note(one: ServedSession): void {
    if (this.#memory === null) return
    const place = this.#placeOf(one)
    const at = place === null ? '' : `${place.parent} ${place.run}`
    const stamp = place === null ? '' : `${at} ${JSON.stringify(place)}`
    const before = this.#noted.get(one.id) ?? ''
    // By its own word it is beneath nobody, whatever was known.
    if (place === null && one.info !== null && before === '' && this.#memory.of(one.id) !== null) this.#memory.forget(one.id)
    if (stamp === before) return
    this.#noted.set(one.id, stamp)
    if (place === null) this.#memory.forget(one.id)
    else this.#memory.keep(place)
    if (at !== '' && before.startsWith(`${at} `)) return
    // Whoever stands beneath it belongs to another run now.
    for (const other of this.#known.all()) if (other.parent === one.id) this.note(other)
  }

  /** It is gone, and what was beneath it went with it. */
  drop(id: string): void {
    this.#noted.delete(id)
    for (const one of this.#all()) if (one.id === id || one.parent === id || one.run === id) this.#forget(one.id)
  }

  /** Somewhere on this machine lies what says it. */
  leave(id: string): void {
    this.#forget(id)
  }

  /** All that a server has in a folder: what is missing there is gone, if it is this server that once told it. */
  listed(server: string, directory: string, listed: ReadonlySet<string>): void {
    for (const one of this.#all()) {
      if (one.directory !== directory || listed.has(one.id) || this.#known.get(one.id) !== null) continue
      if (one.teller === server || listed.has(one.parent) || listed.has(one.run)) this.#forget(one.id)
    }
  }

  /** As it is before anything of it is forgotten. */
  #all(): readonly RememberedChild[] {
    return this.#memory === null ? [] : [...this.#memory.all()]
  }

  #forget(id: string): void {
    this.#noted.delete(id)
    this.#memory?.forget(id)
  }

  #placeOf(one: ServedSession): RememberedChild | null {
    const { id, parent, info, inferred, directory } = one
    if (parent === null || directory === '') return null
    // Not more than it was: what is remembered proves nothing anew.
    if (inferred?.remembered) return inferred.remembered
    const says = info === null ? null : describeChild(info, null)
    const title = info === null ? (inferred?.title ?? null) : asId(info['title'])
    return {
      ...{ id, run: this.#known.topOf(id), parent, directory, teller: one.server },
      type: says?.type ?? inferred?.type ?? null,
      title: title === null ? null : cutText(title, LONGEST_TITLE),
      evidence: info !== null ? 'session' : inferred?.guess != null ? 'guess' : 'task',
      guess: inferred?.guess ?? null,
    }
  }

  #isBelow(id: string, above: string): boolean {
    const seen = new Set<string>()
    for (let at: string | null = id; at !== null && !seen.has(at); at = this.#known.get(at)?.parent ?? null) {
      if (at === above) return true
      seen.add(at)
    }
    return false
  }
}
