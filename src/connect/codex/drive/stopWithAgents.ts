import type { ActFault } from '../../../core/drive/driver'
import { fail, ok, type Result } from '../../../shared/result'
import type { WireFold } from './WireFold'

type Acted = Promise<Result<undefined, ActFault>>

/** Agents outlive the turn of who called them: each that is at work below is cut short with it, and one that was not is told. */
export async function stopWithAgents(agent: string, fold: WireFold, cutShort: (thread: string) => Acted): Acted {
  const asked = new Set<string>()
  const faults: string[] = []
  // Until it is cut short itself, one may call another: that one is met in the next round.
  for (let open = openFrom(agent, fold, asked); open.length > 0; open = openFrom(agent, fold, asked)) {
    for (const thread of open) asked.add(thread)
    const stopped = await Promise.all(open.map(cutShort))
    for (const one of stopped) if (!one.ok) faults.push(one.failure.message)
  }
  const [fault] = faults
  if (asked.size === 0) return fail({ message: 'It is in no turn that could be interrupted.' })
  if (fault === undefined) return ok(undefined)
  return fail({ message: asked.size === 1 ? fault : `${faults.length} of ${asked.size} agents were not stopped: ${fault}` })
}

/** The callers first: they hear of the end of the others when they can do nothing about it. */
function openFrom(agent: string, fold: WireFold, asked: ReadonlySet<string>): string[] {
  const isOpen = (thread: string): boolean => fold.turn(thread) !== null && !asked.has(thread)
  return [agent, ...fold.openThreads().filter((thread) => fold.isBelow(thread, agent))].filter(isOpen)
}
