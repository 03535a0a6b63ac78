import type { RunUri } from '../shared/ids'
import type { RunRow, WatchedAgent, WatchFrame } from '../shared/views'
import type { KeptRun } from './engine'
import type { FollowedRun } from './followedRun'
import { openGuestDesk } from './guests/guestDesk'
import type { ListOptions } from './listRuns'
import { summariseAll } from './listRuns'
import type { ProviderRoot } from './providerRoot'
import { type WatchedPlace, watchPlace } from './watchPlace'

export interface WatchEngineOptions {
  readonly places: readonly ProviderRoot[]
  readonly run: RunUri | null
  readonly onFrame: (frame: WatchFrame) => void
  readonly list: ListOptions
  readonly refreshProcesses: () => Promise<void>
}

export interface WatchEngine {
  readonly places: readonly WatchedPlace[]
  keep(run: RunUri): Promise<KeptRun | null>
  close(): Promise<void>
}

/** Snapshot first, then one patch per batch of changes, numbered without gaps. */
export async function watchEngine(options: WatchEngineOptions): Promise<WatchEngine> {
  const frames = new FrameWriter(options.onFrame)
  const watched: WatchedPlace[] = []
  const desk = openGuestDesk(watched)
  const begin = async (place: ProviderRoot): Promise<void> => {
    const prefix = `${place.provider.id}://`
    let own: WatchedPlace | null = null
    const one = await watchPlace(place, {
      target: targetIn(prefix, options.run),
      onWritten: (run) => {
        if (own) desk.hear(own, run)
      },
      onChanged: (runs) => {
        frames.change(place, runs, watched)
        desk.settle(runs)
      },
      onGone: (run) => frames.lose(`${prefix}${run}`),
      refreshProcesses: options.refreshProcesses,
    })
    own = one
    watched.push(one)
  }
  // At the same time: what one product's channel takes to answer must not keep the others waiting.
  await Promise.all(options.places.map(begin))
  const rows = options.run === null ? await allRows(watched, options.list) : []
  frames.begin(rows, watched)
  return {
    places: watched,
    keep: (run) => keepRun(watched, run),
    close: () => {
      frames.end()
      for (const one of watched) one.close()
      return Promise.resolve()
    },
  }
}

/** Of other products nothing is followed, but what an agent of the run starts there is heard. */
function targetIn(prefix: string, run: RunUri | null): string | null {
  if (run === null) return null
  return run.startsWith(prefix) ? run.slice(prefix.length) : NO_RUN
}

const NO_RUN = ''

async function keepRun(watched: readonly WatchedPlace[], uri: RunUri): Promise<KeptRun | null> {
  const one = watched.find(({ place }) => uri.startsWith(`${place.provider.id}://`))
  const run = uri.slice(uri.indexOf('://') + 3)
  const followed = await one?.keep(run)
  if (one && followed) {
    const view = () => (one.held(run) === followed ? followed.view(one.catalog()) : null)
    return { view, release: () => one.release(run) }
  }
  one?.release(run)
  return null
}

async function allRows(watched: readonly WatchedPlace[], list: ListOptions): Promise<RunRow[]> {
  const rows: RunRow[] = []
  for (const one of watched) {
    const summaries = await summariseAll(one.place, one.catalog(), null, {
      ...list,
      held: (_, run) => one.held(run)?.reader ?? null,
    })
    for (const summary of summaries.values()) if (!summary.isPhantom) rows.push(summary.row)
  }
  return rows.sort((a, b) => ((a.updated ?? '') < (b.updated ?? '') ? 1 : -1))
}

class FrameWriter {
  private seq = -1
  private readonly shown = new Map<string, Set<string>>()
  private isEnded = false
  private readonly onFrame: (frame: WatchFrame) => void

  constructor(onFrame: (frame: WatchFrame) => void) {
    this.onFrame = onFrame
  }

  begin(listed: readonly RunRow[], watched: readonly WatchedPlace[]): void {
    const rows = new Map(listed.map((row) => [row.uri as string, row]))
    const agents: WatchedAgent[] = []
    for (const one of watched) {
      for (const run of one.followed()) {
        const patch = run.takePatch(one.catalog())
        if (patch.row) rows.set(patch.row.uri, patch.row)
        this.note(patch.agents)
        agents.push(...patch.agents)
      }
    }
    this.seq = 0
    this.emit({ kind: 'snapshot', seq: 0, runs: [...rows.values()], agents })
  }

  change(place: ProviderRoot, runs: readonly FollowedRun[], watched: readonly WatchedPlace[]): void {
    // Before the snapshot everything stays in the runs and goes out with it.
    if (this.seq < 0) return
    const catalog = watched.find((one) => one.place === place)?.catalog()
    if (!catalog) return
    const rows: RunRow[] = []
    const agents: WatchedAgent[] = []
    const removed: string[] = []
    for (const run of runs) {
      const patch = run.takePatch(catalog)
      if (patch.row) rows.push(patch.row)
      agents.push(...patch.agents)
      removed.push(...patch.removed)
      for (const name of patch.removed) this.unnote(name)
    }
    this.note(agents)
    this.patch(rows, agents, removed)
  }

  lose(uri: string): void {
    const keys = this.shown.get(uri)
    this.shown.delete(uri)
    if (this.seq < 0) return
    // A run that was only listed goes by its own key: the root's, which is its id.
    const gone = keys ?? [uri.slice(uri.indexOf('://') + 3)]
    this.patch(
      [],
      [],
      [...gone].map((key) => `${uri} ${key}`),
    )
  }

  end(): void {
    this.isEnded = true
  }

  private note(agents: readonly WatchedAgent[]): void {
    for (const agent of agents) {
      const keys = this.shown.get(agent.run)
      if (keys) keys.add(agent.key)
      else this.shown.set(agent.run, new Set([agent.key]))
    }
  }

  private unnote(name: string): void {
    const space = name.indexOf(' ')
    this.shown.get(name.slice(0, space))?.delete(name.slice(space + 1))
  }

  private patch(runs: RunRow[], agents: WatchedAgent[], removed: string[]): void {
    if (runs.length + agents.length + removed.length === 0) return
    this.seq++
    this.emit({ kind: 'patch', seq: this.seq, at: new Date().toISOString(), runs, agents, removed })
  }

  private emit(frame: WatchFrame): void {
    if (!this.isEnded) this.onFrame(frame)
  }
}
