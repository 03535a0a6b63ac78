import type { LaunchFact, SourceFacts } from '../../core/model/facts'
import type { HostLaunch } from '../../core/model/matchLaunch'
import type { Run } from '../../core/model/run'

/** Every call of the run, and of its guests, that started a session of some product. */
export function launchesOf(run: Run): readonly LaunchFact[] {
  const launches: LaunchFact[] = []
  for (const facts of run.sources.values()) launches.push(...facts.launches.values())
  return launches
}

/** Another one whenever a call has come, gone or been replaced. */
export function launchStamp(run: Run): string {
  let stamp = ''
  for (const { launches } of run.sources.values())
    for (const { call, command, at } of launches.values()) stamp += `${call} ${at} ${command}\n`
  return stamp
}

/** `but`: what this guest takes does not count. */
export function hostLaunchesOf(run: Run, but: string): readonly HostLaunch[] {
  const taken = takenCalls(run, but)
  const launches: HostLaunch[] = []
  const own = cwdOf(run)
  for (const [source, facts] of run.sources) {
    if (facts.launches.size === 0) continue
    const folders = [...new Set([facts.cwd, own])].filter((folder) => folder !== null)
    const guest = run.guests.get(source)
    const isLive = (guest === undefined ? run.liveness : run.guestLiveness.get(guest))?.live ?? false
    for (const launch of facts.launches.values()) {
      launches.push({ ...launch, folders, until: endOf(launch, facts, isLive), isTaken: taken.has(launch.call) })
    }
  }
  return launches
}

/** A call without an answer goes on while somebody is there to wait for it, and no longer than its caller was. */
function endOf({ endedAt, thread, at }: LaunchFact, facts: SourceFacts, isLive: boolean): number {
  if (!Number.isNaN(endedAt)) return endedAt
  if (isLive) return Number.POSITIVE_INFINITY
  const last = facts.threads.get(thread)?.updatedAt ?? at
  return Number.isNaN(last) ? at : last
}

function takenCalls(run: Run, but: string): ReadonlySet<string> {
  const taken = new Set<string>()
  for (const uri of run.guestLiveness.keys()) {
    if (uri === but) continue
    for (const { call } of run.sources.get(uri)?.links.values() ?? []) taken.add(call)
  }
  return taken
}

function cwdOf(run: Run): string | null {
  if (run.derived?.main.cwd != null) return run.derived.main.cwd
  for (const facts of run.sources.values()) if (facts.threads.has(run.id) && facts.cwd !== null) return facts.cwd
  return null
}
