import { z } from 'zod'
import { Fault } from './fault'

const id = z.number().int().nonnegative()

/** All that crosses a port, alone or in a batch. Every `call` gets exactly one `done` or `failed`, a cancelled one included. */
export const Frame = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), id, name: z.string(), input: z.unknown() }),
  z.object({ kind: z.literal('cancel'), id }),
  z.object({ kind: z.literal('done'), id, output: z.unknown() }),
  z.object({ kind: z.literal('failed'), id, fault: Fault }),
  z.object({ kind: z.literal('item'), name: z.string(), item: z.unknown() }),
])
export type Frame = z.infer<typeof Frame>

/** Frames of one moment in one message, in order; each is read as if it had come alone. */
export const Batch = z.object({ kind: z.literal('batch'), frames: z.array(z.unknown()) })
export type Batch = z.infer<typeof Batch>

/** A page's word that a frame of the screen begins, since it was told something: whoever tells it more can be in time for the next one. */
export const Drawn = z.object({ kind: z.literal('drawn') })
export type Drawn = z.infer<typeof Drawn>
