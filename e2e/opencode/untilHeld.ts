import type { Stage } from '../Stage'

/** One agent at its gate, the other at its end: what is cut now leaves the same every time. */
export async function untilHeld({ model, witness }: Stage, mark: string): Promise<void> {
  await model.gates.reached(`held-${mark}`)
  await witness.until(`the end of QUICK-${mark}`, () => witness.callWith(`QUICK-${mark}`)?.isDone ?? false)
}
