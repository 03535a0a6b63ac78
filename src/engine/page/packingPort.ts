import type { ForestFrame } from '../../shared/forestFrame'
import type { Frame, Packed } from '../../shared/frame'
import { packItem } from '../../shared/packing/packItem'
import type { Port } from '../../shared/port'

/** From so many on they have enough in common. */
const FEWEST = 8

/** The engine's end of a port at whose other end `unpackingPort` is: many agents at once go out packed. Calls and answers pass as they are. */
export function packingPort(port: Port): Port {
  // Only `expose` sends into it, and nothing but frames.
  return { ...port, send: (frame) => port.send(packFrame(frame as Frame)) }
}

function packFrame(frame: Frame): Frame | Packed {
  if (frame.kind !== 'item' || !isMany(frame.name, frame.item)) return frame
  const packed = packItem(frame.item)
  return packed ? { kind: 'packed', name: frame.name, item: packed.packed } : frame
}

/** What is sent to a feed was parsed with its schema. */
function isMany(feed: string, item: unknown): boolean {
  if (feed !== 'forest') return false
  const forest = item as ForestFrame
  return forest.kind === 'patch' && forest.agents.length >= FEWEST
}
