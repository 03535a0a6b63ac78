import type { SourceTail } from '../../sourceTail'
import { FileRaw } from './FileRaw'
import type { RawList } from './RawList'
import { StoreRaw } from './StoreRaw'

/** The list of the source where `thread` is at home, made when it is first asked for; null: the source is another one's. */
export function rawListOf(tail: SourceTail | undefined, thread: string): RawList | null {
  if (!tail || (tail.spec.agent ?? tail.origin.run) !== thread) return null
  const { store } = tail.origin.place
  if (tail.spec.format === 'lines') tail.raw ??= new FileRaw(tail, thread)
  else if (tail.spec.format === 'records' && store) tail.raw ??= new StoreRaw(tail, thread, store)
  return tail.raw
}
