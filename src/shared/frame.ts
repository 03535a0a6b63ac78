import { z } from 'zod'
import { Fault } from './fault'

const id = z.number().int().nonnegative()

/** All that crosses a port. Every `call` gets exactly one `done` or `failed`, a cancelled one included. */
export const Frame = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), id, name: z.string(), input: z.unknown() }),
  z.object({ kind: z.literal('cancel'), id }),
  z.object({ kind: z.literal('done'), id, output: z.unknown() }),
  z.object({ kind: z.literal('failed'), id, fault: Fault }),
  z.object({ kind: z.literal('item'), name: z.string(), item: z.unknown() }),
])
export type Frame = z.infer<typeof Frame>
