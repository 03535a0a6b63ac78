import { mkdirSync } from 'node:fs'
import type { LiveLaunch } from '../../engine/drive/LiveLaunch'
import { launchActs } from '../../engine/drive/launchActs'
import type { LaunchWish } from '../../shared/drive/launchWish'
import type { RunUri } from '../../shared/ids'
import { makeTemporaryRoot, type TemporaryRoot } from '../temporaryRoot'
import { openToyDesk, type ToyDesk, type ToyDeskOptions, toyWish } from './toyDesk'

/** A place with desks over it, everything that was started in it ended with it. */
export interface ToyBench {
  readonly place: TemporaryRoot
  /** Where sessions work: its name would do harm in a shell. */
  readonly folder: string
  open(options?: ToyDeskOptions): Promise<ToyDesk>
  start(toy: ToyDesk, change?: Partial<LaunchWish>): Promise<LiveLaunch>
  phase(toy: ToyDesk, launch: LiveLaunch, wanted: string): Promise<unknown>
  /** A run that was and is no more, to be gone on from. */
  endedRun(toy: ToyDesk): Promise<RunUri>
  /** Of a session, or of an agent of it: what it wrote. */
  fileOf(run: RunUri, agent?: string): string
  close(): Promise<void>
}

export function makeToyBench(): ToyBench {
  const place = makeTemporaryRoot()
  const folder = place.at('../work ü $(id)')
  mkdirSync(folder, { recursive: true })
  const desks: ToyDesk[] = []
  const start: ToyBench['start'] = async (toy, change = {}) => {
    const started = await toy.desk.start(toyWish(folder, change))
    if (!started.ok) throw new Error(started.failure.message)
    return started.value
  }
  const phase: ToyBench['phase'] = (toy, launch, wanted) => toy.until(() => toy.desk.launch(launch.id)?.phase() === wanted)
  return {
    ...{ place, folder, start, phase },
    async open(options = {}) {
      const toy = await openToyDesk(place, options)
      desks.push(toy)
      return toy
    },
    async endedRun(toy) {
      const launch = await start(toy)
      await phase(toy, launch, 'idle')
      const run = await toy.until(() => launch.run)
      await launchActs.stop(launch, 'now')
      await phase(toy, launch, 'ended')
      await toy.until(() => toy.sight(run)?.row.live === false)
      return run
    },
    fileOf: (run, agent = 'main') => place.at(`${run.slice('logtoy://'.length)}/${agent}.log`),
    async close() {
      for (const toy of desks) {
        toy.keeper.killAll()
        await toy.close()
      }
      await place.close()
    },
  }
}
