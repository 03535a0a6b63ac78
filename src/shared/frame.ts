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

/** An item that has become shorter. `unpackingPort` makes an item of it again; where one does not fit, what comes is no frame. */
export const Packed = z.object({ kind: z.literal('packed'), name: z.string(), item: z.unknown() })
export type Packed = z.infer<typeof Packed>

/** Frames of one moment in one message, in order; each is read as if it had come alone. */
export const Batch = z.object({ kind: z.literal('batch'), frames: z.array(z.unknown()) })
export type Batch = z.infer<typeof Batch>

/** A page's word that a frame of the screen begins, since it was told something: whoever tells it more can be in time for the next one. */
export const Drawn = z.object({
  kind: z.literal('drawn'),
  /** A hand moves what is shown: a snapshot may take its time. Absent: none does. */
  isMoved: z.boolean().optional(),
})
export type Drawn = z.infer<typeof Drawn>
