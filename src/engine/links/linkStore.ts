import { join } from 'node:path'
import { type Corrections, correctionsStamp, NO_CORRECTIONS } from '../../core/model/corrections'
import { fail, ok, type Result } from '../../shared/result'
import { correctionsOf, type LinkAct } from './linkAct'
import { linkFileStamp, putAside, readLinkFile, writeLinkFile } from './linkFile'
import { withLinkLock } from './linkLock'

/** What people said about links, of all runs. Shared by every process that uses the same state folder. */
export interface LinkStore {
  /** What holds for a run, by its address: the same object until it changes. */
  corrections(run: string): Corrections
  acts(): readonly LinkAct[]
  /** Takes up what another process has stored; a look at one file where nothing has changed. */
  reload(): void
  /** Told which runs stand differently, whoever changed them. Gives back its end. */
  onChange(listener: (runs: ReadonlySet<string>) => void): () => void
  /** One change at a time over all processes: `work` sees the newest acts and says what they are from now on; null: as they were. */
  edit<T>(work: (acts: readonly LinkAct[]) => Edited<T>): Promise<Result<T, string>>
}

export interface Edited<T> {
  readonly acts: readonly LinkAct[] | null
  readonly answer: T
}

export function openLinkStore(folder: string, onWarning: (message: string) => void): LinkStore {
  return new StoredLinks(join(folder, 'links.json'), onWarning)
}

class StoredLinks implements LinkStore {
  private readonly path: string
  private readonly onWarning: (message: string) => void
  private readonly listeners = new Set<(runs: ReadonlySet<string>) => void>()
  private known: readonly LinkAct[] = []
  private byRun = new Map<string, Corrections>()
  private stamp: string | null = null
  private isGarbled = false

  constructor(path: string, onWarning: (message: string) => void) {
    this.path = path
    this.onWarning = onWarning
  }

  corrections(run: string): Corrections {
    if (this.stamp === null) this.reload()
    return this.byRun.get(run) ?? NO_CORRECTIONS
  }

  acts(): readonly LinkAct[] {
    return this.known
  }

  reload(): void {
    // Before reading: what is written meanwhile differs at the next look.
    const stamp = linkFileStamp(this.path)
    if (stamp === this.stamp) return
    this.stamp = stamp
    const content = readLinkFile(this.path)
    this.isGarbled = content.kind === 'garbled'
    switch (content.kind) {
      case 'acts':
        return this.adopt(content.acts)
      case 'absent':
        return this.adopt([])
      case 'garbled':
        // What was read before stays: a slip of an editor must not take a person's corrections off the screen.
        return this.onWarning(`${this.path} cannot be read, manual links in it do not count: ${content.reason}`)
      default:
        return content satisfies never
    }
  }

  onChange(listener: (runs: ReadonlySet<string>) => void): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  async edit<T>(work: (acts: readonly LinkAct[]) => Edited<T>): Promise<Result<T, string>> {
    const edited = await withLinkLock(`${this.path}.lock`, (): Result<T, string> => {
      this.reload()
      const { acts, answer } = work(this.known)
      const stored = acts === null ? ok(undefined) : this.store(acts)
      return stored.ok ? ok(answer) : stored
    })
    return edited.ok ? edited.value : edited
  }

  private store(acts: readonly LinkAct[]): Result<void, string> {
    if (this.isGarbled) {
      const aside = putAside(this.path, Date.now())
      if (!aside.ok) return fail(`${this.path} cannot be read and cannot be put aside: ${aside.failure}`)
      this.onWarning(`${this.path} could not be read and is kept as ${aside.value}`)
      this.isGarbled = false
    }
    const written = writeLinkFile(this.path, acts)
    if (!written.ok) return written
    this.stamp = linkFileStamp(this.path)
    this.adopt(acts)
    return written
  }

  private adopt(acts: readonly LinkAct[]): void {
    const before = this.byRun
    this.known = acts
    this.byRun = new Map()
    const changed = new Set<string>()
    const actsByRun = Map.groupBy(acts, (act) => act.run)
    for (const run of new Set([...before.keys(), ...actsByRun.keys()])) {
      const old = before.get(run) ?? NO_CORRECTIONS
      const now = correctionsOf(actsByRun.get(run) ?? [], run)
      const isSame = correctionsStamp(old) === correctionsStamp(now)
      if (now.size > 0) this.byRun.set(run, isSame ? old : now)
      if (!isSame) changed.add(run)
    }
    if (changed.size > 0) for (const listener of [...this.listeners]) listener(changed)
  }
}
