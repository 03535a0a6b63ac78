import { Batch, type Frame, Packed } from '../frame'
import type { Port } from '../port'
import { unpackItem } from './unpackItem'

/** The page's end of a port over which items come packed. Nobody above it knows of that. */
export function unpackingPort(port: Port): Port {
  return { ...port, onFrame: (listener) => port.onFrame((message) => listener(unpackMessage(message))) }
}

function unpackMessage(message: unknown): unknown {
  const batch = kindOf(message) === 'batch' ? Batch.safeParse(message) : null
  return batch?.success ? { ...batch.data, frames: batch.data.frames.map(unpackFrame) } : unpackFrame(message)
}

function unpackFrame(frame: unknown): unknown {
  const packed = kindOf(frame) === 'packed' ? Packed.safeParse(frame) : null
  if (!packed?.success) return frame
  const { name, item } = packed.data
  const unpacked = unpackItem(item)
  // Broken, it stays as it came: whoever reads frames knows no such kind and says so.
  return unpacked.ok ? ({ kind: 'item', name, item: unpacked.value } satisfies Frame) : frame
}

/** Most messages are neither: a schema takes long to say so. */
function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined
}
