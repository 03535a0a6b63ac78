import type { Stage } from '../Stage'
import { untilAtWork } from '../untilAtWork'

/** One agent at its gate, the other at its end: what is cut now leaves the same every time. Says what was shown wrongly. */
export async function untilHeld(stage: Stage, mark: string): Promise<string[]> {
  const faults = await untilAtWork(stage, 'opencode', mark)
  await stage.witness.until(`the end of QUICK-${mark}`, () => stage.witness.callWith(`QUICK-${mark}`)?.isDone ?? false)
  return faults
}
