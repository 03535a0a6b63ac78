import type { AgentKey, RunUri } from '../../../shared/ids'
import type { ImagePart } from '../../../shared/transcriptParts'
import { callEngine } from '../../store/client'

export interface WhichImage {
  readonly run: RunUri
  readonly key: AgentKey
  readonly n: number
  readonly index: number
}

const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'image/avif'])
const longest = 64_000_000

/** An image of an item; null: not a kind that is only pixels. */
export async function readImage(which: WhichImage, signal: AbortSignal): Promise<Blob | null> {
  const parts: string[] = []
  let from: number | null = 0
  let mediaType = ''
  while (from !== null && !signal.aborted) {
    const part: ImagePart = await callEngine('readImage', { ...which, from }, signal)
    mediaType = part.mediaType
    if (!shown.has(mediaType) || part.total > longest) return null
    parts.push(part.data)
    from = part.next !== null && part.next > from ? part.next : null
  }
  const binary = atob(parts.join(''))
  return new Blob([Uint8Array.from(binary, (character) => character.charCodeAt(0))], { type: mediaType })
}
