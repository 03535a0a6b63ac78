import type { Launch } from '../../shared/drive/launch'
import type { RunUri } from '../../shared/ids'

/** The session of ours that writes a run: the one at work, else the latest. Launches come newest first. */
export function launchOfRun(launches: readonly Launch[], run: RunUri | null): Launch | null {
  if (run === null) return null
  const own = launches.filter((launch) => launch.run === run && !isJoin(launch))
  return own.find((launch) => !isOver(launch)) ?? own[0] ?? null
}

/** What the drawer shows of a run: the session of ours at work, else a terminal that has joined the run, else the latest. */
export function drawerLaunchOf(launches: readonly Launch[], run: RunUri | null): Launch | null {
  if (run === null) return null
  const all = launches.filter((launch) => launch.run === run)
  const open = all.filter((launch) => !isOver(launch))
  return open.find((launch) => !isJoin(launch)) ?? open[0] ?? all[0] ?? null
}

/** A window on a session that somebody else runs. */
export function isJoin({ origin }: Pick<Launch, 'origin'>): boolean {
  return origin?.how === 'join'
}

export function isOver({ phase }: Pick<Launch, 'phase'>): boolean {
  return phase === 'ended' || phase === 'failed'
}
