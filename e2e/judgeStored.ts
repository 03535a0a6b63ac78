import type { ExpectedCall, PlayedRun } from './playedRun'
import type { Witness } from './Witness'

function judgeCall({ mark, parent, hasChild = true }: ExpectedCall, run: PlayedRun, witness: Witness): string[] {
  const calls = witness.callsOf(run.id)
  const stored = calls.filter(({ words }) => words.includes(mark))
  const owner = parent === null ? run.id : calls.find(({ words }) => words.includes(parent))?.child
  const [call, ...others] = stored
  if (!call || others.length > 0) return [`${mark}: ${stored.length} calls on disk`]
  return [
    ...(call.owner === owner ? [] : [`${mark} was called by ${call.owner}, should be by ${owner}`]),
    ...((call.child !== null) === hasChild ? [] : [`${mark} started ${call.child}`]),
    ...(call.child === null || witness.rootOf(call.child) === run.id ? [] : [`${mark} started an agent of another run`]),
  ]
}

/** Where the CLI did something else than the scenario is meant to show: then nothing can be said of Understory. */
export function judgeStored(run: PlayedRun, witness: Witness): string[] {
  const due = run.calls.flatMap(({ again = [] }) => ['', ...again]).length
  const agents = run.calls.filter(({ hasChild = true }) => hasChild).length
  const [calls, children] = [witness.callsOf(run.id).length, witness.agentsOf(run.id).length]
  return [
    ...(calls === due ? [] : [`${calls} calls on disk, should be ${due}`]),
    ...(children === agents ? [] : [`${children} agents on disk, should be ${agents}`]),
    ...run.calls.flatMap((call) => judgeCall(call, run, witness)),
  ]
}
