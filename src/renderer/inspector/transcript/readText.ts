import type { CancelSignal } from '../../../shared/cancel'
import type { AgentKey, RunUri } from '../../../shared/ids'
import type { PartName, TextPart } from '../../../shared/transcriptParts'
import { callEngine } from '../../store/client'

export interface ItemText {
  readonly run: RunUri
  readonly key: AgentKey
  readonly n: number
  readonly part: PartName
}

interface ReadOptions {
  /** False: that is enough. */
  onPart(text: string, total: number): boolean
  readonly signal?: CancelSignal
}

/** A long text in the parts it travels in. */
export async function readTextParts(of: ItemText, { onPart, signal }: ReadOptions): Promise<void> {
  let from: number | null = 0
  while (from !== null && signal?.aborted !== true) {
    const part: TextPart = await callEngine('readText', { ...of, from }, signal)
    if (!onPart(part.text, part.total)) return
    // A part that does not go on would be asked for ever.
    from = part.next !== null && part.next > from ? part.next : null
  }
}

export async function readWholeText(of: ItemText): Promise<string> {
  const parts: string[] = []
  await readTextParts(of, {
    onPart(text) {
      parts.push(text)
      return true
    },
  })
  return parts.join('')
}
