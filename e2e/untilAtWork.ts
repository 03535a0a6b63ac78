import type { Product } from './installCli'
import type { Stage } from './Stage'
import { untilShown } from './untilShown'

/** Waits until the agent that is held at its gate is on disk, and Understory shows it at work. */
export async function untilAtWork({ model, witness, watch }: Stage, product: Product, mark: string): Promise<string[]> {
  await model.gates.reached(`held-${mark}`)
  await witness.until(`the agent HELD-${mark}`, () => witness.callWith(`HELD-${mark}`)?.child != null)
  const id = witness.callWith(`HELD-${mark}`)?.child ?? ''
  return untilShown(watch, `${product}://${witness.rootOf(id)}`, id, `HELD-${mark} at work`, ({ phase }) => phase === 'running')
}
