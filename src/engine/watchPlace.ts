import { atMost } from './atMost'
import { type Catalog, type CatalogFile, dropFile } from './catalog'
import { breathe, every } from './every'
import { type FollowedRun, followRun } from './followedRun'
import { openKeptRuns, tooMany } from './keptRuns'
import { lookAtSource } from './lookAtSource'
import type { ProviderRoot } from './providerRoot'
import { openReadAhead, type ReadAhead } from './readAhead'
import { rejoinBelow } from './rejoinBelow'
import { createHintQueue } from './watchHintQueue'
import { type PlaceSources, watchPlaceSources } from './watchPlaceSources'
import type { WatchState } from './watchRoots'

const LIVENESS_MS = 1000
/** Locks are looked at in no time; what a server says later is heard when it comes. */
const FIRST_LOOK_MS = 150

export interface WatchPlaceOptions {
  /** Only this run; null: live runs and whatever changes. */
  readonly target: string | null
  /** After a batch in which something of these runs may have changed. */
  readonly onChanged: (runs: readonly FollowedRun[]) => void
  /** Something was written in this run, followed or not. */
  readonly onWritten: (run: string) => void
  /** A run whose last file is gone. */
  readonly onGone: (run: string) => void
  readonly refreshProcesses: () => Promise<void>
  readonly isForcedPolling?: boolean
}

/** One provider's root, watched: hints in, followed runs out. */
export interface WatchedPlace {
  readonly place: ProviderRoot
  catalog(): Catalog
  followed(): readonly FollowedRun[]
  /** One of them; null: it is not followed. */
  readonly held: (run: string) => FollowedRun | null
  /** Follows a run until it is released, live or not; null: it is not there. Each `keep` needs its `release`, also of null. */
  keep(run: string): Promise<FollowedRun | null>
  release(run: string): void
  state(): WatchState
  /** Tells what has changed in followed runs by other means than their own files. */
  report(): void
  /** Looks at everything that differs from what is known. */
  sweep(): Promise<void>
  close(): void
}

export async function watchPlace(place: ProviderRoot, options: WatchPlaceOptions): Promise<WatchedPlace> {
  const watched = new PlaceWatch(place, options)
  await watched.start()
  return watched
}

class PlaceWatch implements WatchedPlace {
  readonly place: ProviderRoot
  private readonly options: WatchPlaceOptions
  private readonly runs = new Map<string, FollowedRun>()
  private readonly kept = openKeptRuns()
  /** Runs that came while we watched and have no record yet. */
  private readonly unrooted = new Set<string>()
  /** Runs no longer held → what was told of them: a client still shows it. */
  private readonly letGoRuns = new Map<string, ReadonlySet<string>>()
  private known: Catalog
  private readonly queue = createHintQueue({ onBatch: (paths) => this.lookAt(paths) })
  private readonly sources: PlaceSources
  private readonly closers: { close(): void }[] = []
  private readonly ahead: ReadAhead
  private isStarted = false
  private isClosed = false

  constructor(place: ProviderRoot, options: WatchPlaceOptions) {
    this.place = place
    this.options = options
    this.sources = watchPlaceSources(place, {
      known: () => this.known,
      onHint: (path) => this.queue.hint(path),
      onVanished: (folder) => this.hintBelow(folder),
      isForcedPolling: options.isForcedPolling ?? false,
    })
    this.ahead = openReadAhead(place)
    this.known = place.catalog()
  }

  async start(): Promise<void> {
    this.closers.push({ close: this.place.links.onChange((runs) => this.correctLinks(runs)) })
    for (const told of [this.place.channel, this.place.driven])
      if (told) this.closers.push({ close: told.onChange(() => this.hearChannel()) })
    this.place.watch((run) => this.runs.get(run)?.isOver ?? null)
    this.place.links.reload()
    await this.sources.ready
    await this.options.refreshProcesses()
    await atMost(this.place.refresh(), FIRST_LOOK_MS)
    // Only now, and all in one turn: what changed before this walk is in it, and what changes after it raises a hint that is heard.
    this.known = this.place.catalog()
    for (const run of this.known.runs.values()) if (this.isWanted(run.id)) this.follow(run.id)
    this.sources.begin()
    this.closers.push(every(LIVENESS_MS, () => this.checkLiveness()))
    this.isStarted = true
  }

  readonly catalog = (): Catalog => this.known

  readonly followed = (): readonly FollowedRun[] => [...this.runs.values()]
  readonly held = (run: string): FollowedRun | null => this.runs.get(run) ?? null

  async keep(run: string): Promise<FollowedRun | null> {
    this.kept.add(run)
    const entry = this.runs.has(run) ? undefined : this.known.runs.get(run)
    if (entry) await this.ahead.read(entry)
    if (this.isClosed) return null
    const followed = this.follow(run)
    this.report()
    return followed
  }

  release(run: string): void {
    for (const done of this.kept.remove(run)) {
      const followed = this.runs.get(done)
      if (followed && this.isIdle(followed)) this.drop(followed)
    }
  }

  readonly state = (): WatchState => this.sources.state()

  readonly sweep = (): Promise<void> => this.sources.sweep()

  close(): void {
    this.isClosed = true
    this.ahead.close()
    for (const closer of this.closers) closer.close()
    this.queue.close()
    this.sources.close()
    this.place.watch(null)
    this.runs.clear()
  }

  private isWanted(run: string): boolean {
    return this.options.target === null ? this.place.live.livenessOf(run).live : run === this.options.target
  }

  private follow(run: string): FollowedRun | null {
    const known = this.runs.get(run)
    if (known) return known
    const entry = this.known.runs.get(run)
    // Read ahead: what changes meanwhile is noted, and read on then.
    if (!entry || this.ahead.isReading(run)) return null
    const read = this.ahead.take(this.known, entry) ?? undefined
    const followed = followRun(this.place, this.known, entry, Date.now(), this.letGoRuns.get(run), read)
    this.letGoRuns.delete(run)
    this.runs.set(run, followed)
    this.letGo()
    return followed
  }

  private letGo(): void {
    if (this.options.target !== null) return
    for (const run of tooMany(this.runs, (one) => this.isIdle(one))) this.drop(run)
  }

  private isIdle(run: FollowedRun): boolean {
    return !run.isLive && !this.kept.has(run.id) && !run.isChanged(this.known)
  }

  private drop(run: FollowedRun): void {
    this.runs.delete(run.id)
    this.letGoRuns.set(run.id, run.shown)
  }

  private hintBelow(folder: string): void {
    const prefix = folder === '' ? '' : `${folder}/`
    for (const path of this.known.files.keys()) if (path.startsWith(prefix)) this.queue.hint(path)
    for (const path of this.known.registries) if (path.startsWith(prefix)) this.queue.hint(path)
  }

  private lookAt(paths: readonly string[]): void {
    // Hints that come before the walk are about files that the walk finds.
    if (!this.isStarted) return
    let isRegistry = false
    for (const path of paths) {
      if (this.place.provider.recognise(path)?.role === 'registry') {
        this.known.registries.add(path)
        this.place.live.note(path)
        isRegistry = true
      } else this.lookAtSource(path)
    }
    if (isRegistry) this.followLive()
    this.report()
  }

  private lookAtSource(path: string): void {
    const look = lookAtSource(this.place, path)
    if (look.kind === 'forbidden') return
    if (look.kind === 'gone') return this.lose(path)
    const before = this.known.files.get(path)
    const isReplaced =
      before !== undefined && (look.run === null ? before.spec.run === null && before.ino !== look.ino : before.run !== look.run)
    if (isReplaced) this.lose(path)
    const file = look.addTo(this.known)
    if (file?.spec.role === 'main' && file.run !== null) this.meetFamily(file.run, before === undefined)
    else if (file?.family != null && before?.family !== file.family) this.resettleFamily(file.family, file.run)
    if (file && before?.run == null) rejoinBelow(this.known, file, this.rejoining)
    if (file?.run != null) this.options.onWritten(file.run)
    if (file?.run == null || (this.options.target !== null && file.run !== this.options.target)) return
    this.readInto(file, file.run)
  }

  private readonly rejoining = { lose: (path: string) => this.lose(path), look: (path: string) => this.lookAtSource(path) }

  private readInto(file: CatalogFile, run: string): void {
    const known = this.runs.get(run)
    const followed = known ?? this.follow(run)
    if (!followed) return
    followed.lastChangeAt = Date.now()
    // A run just taken up has read all its files, this one with them.
    if (known && !known.look(file)) void this.readOn(file, known)
  }

  private async readOn(file: CatalogFile, run: FollowedRun): Promise<void> {
    do await breathe()
    while (this.runs.get(run.id) === run && this.known.files.has(file.path) && !run.look(file))
    if (!this.isClosed) this.report()
  }

  /** A run is recognised as a relative by the record it begins with, as soon as that is there. */
  private meetFamily(run: string, isNew: boolean): void {
    if (isNew) this.unrooted.add(run)
    if (!this.unrooted.has(run)) return
    const root = this.place.rootRecord(this.known, run)
    if (root !== null && this.unrooted.delete(run)) this.resettleFamily(root, run)
  }

  /** What a relative counts as its own depends on the others: the ones not followed have a row that must be told anew. */
  private resettleFamily(root: string, changed: string | null): void {
    for (const id of this.known.runs.keys()) {
      if (id === changed || this.place.rootRecord(this.known, id) !== root) continue
      if (this.runs.has(id)) this.runs.get(id)?.resettle()
      else if (this.options.target === null) this.follow(id)
    }
  }

  private lose(path: string): void {
    const lost = this.known.files.get(path)
    const run = lost?.run ?? null
    const root = run === null ? null : this.place.rootRecord(this.known, run)
    dropFile(this.known, path)
    if (lost?.spec.role === 'agent' && lost.family != null) this.resettleFamily(lost.family, run)
    if (run === null) return
    this.options.onWritten(run)
    this.runs.get(run)?.forget(path)
    if (this.known.runs.has(run)) {
      // Let go or not, what it has lost must be told.
      if (this.letGoRuns.has(run)) this.follow(run)
      return
    }
    this.letGoRuns.delete(run)
    this.unrooted.delete(run)
    this.runs.delete(run)
    if (root !== null) this.resettleFamily(root, run)
    if (this.options.target === null || this.options.target === run) this.options.onGone(run)
  }

  private followLive(): void {
    for (const run of this.runs.values()) run.checkLiveness(this.known)
    if (this.options.target !== null) return
    for (const run of this.place.live.claimed()) if (this.place.live.livenessOf(run).live) this.follow(run)
  }

  private correctLinks(runs: ReadonlySet<string>): void {
    const prefix = `${this.place.provider.id}://`
    for (const uri of runs) {
      const run = uri.slice(prefix.length)
      // A run that is taken up later begins with what holds then.
      if (uri.startsWith(prefix) && this.isStarted && (this.options.target ?? run) === run) this.follow(run)
    }
    // A session that was given to one run is no other one's guest.
    for (const run of this.runs.values()) run.correct()
    this.report()
  }

  private async checkLiveness(): Promise<void> {
    await this.options.refreshProcesses()
    await this.place.refresh()
    // Another process may have changed links: it tells nobody.
    this.place.links.reload()
    this.followLive()
    this.report()
  }

  private hearChannel(): void {
    if (!this.isStarted || this.isClosed) return
    this.followLive()
    this.report()
  }

  report(): void {
    const changed = [...this.runs.values()].filter((run) => run.isChanged(this.known))
    if (changed.length > 0) this.options.onChanged(changed)
  }
}
