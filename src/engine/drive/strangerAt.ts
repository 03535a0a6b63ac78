import { isBelow } from '../../connect/processes/isBelow'
import type { DriveGround, Driver } from '../../core/drive/driver'
import type { RunUri } from '../../shared/ids'
import type { Engine } from '../engine'
import type { LiveLaunch } from './LiveLaunch'

export interface StrangerSources {
  readonly engine: () => Engine | null
  readonly groundOf: (provider: string) => DriveGround
  /** Processes of ours that serve many sessions. */
  readonly serving: () => Promise<ReadonlySet<number>>
}

export interface HeldRun {
  readonly driver: Pick<Driver, 'provider' | 'owners'>
  readonly uri: RunUri
  /** The product's id of it. */
  readonly run: string
}

/** Who has the run of a session of ours open besides it; null: nobody. */
export async function strangerAt(
  { engine, groundOf, serving }: StrangerSources,
  { driver, uri, run }: HeldRun,
  launch: LiveLaunch,
): Promise<number | null> {
  const own = launch.held?.pid
  const holders = (await engine()?.holders(uri))?.pids ?? []
  // A server of ours that has it idle writes nothing; one that works on it is met before the start, by whoever steers it.
  const served = await serving()
  const ours = new Set<number>(
    holders
      .filter(({ pid, ancestors }) => [pid, ...ancestors].some((one) => one === own || served.has(one)))
      .map(({ pid }) => pid),
  )
  // A lock whose holder nobody can name may be that of ours.
  const said = (await driver.owners(groundOf(driver.provider), run)).flatMap(({ pid }) => pid ?? [])
  // In a container of its own it has another number, which is its own word.
  const told = launch.session?.threads().get(run)?.pid ?? null
  const isOurs = (pid: number): boolean => ours.has(pid) || pid === told || (own !== undefined && isBelow(pid, own))
  return [...holders.map(({ pid }) => pid), ...said].find((pid) => !isOurs(pid)) ?? null
}
