import type { AgentKey } from '../../shared/ids'
import type { TextPart } from '../../shared/transcriptParts'
import { copyText } from '../controls/copyText'
import { callEngine, faultOf } from '../store/client'
import { tell } from '../store/tell'
import { useUi } from '../store/ui'

/** The same text, byte for byte, that the command line prints for the agent. */
export async function copyMarkdown(key: AgentKey): Promise<void> {
  const { run } = useUi.getState()
  if (run === null) return
  try {
    const parts: string[] = []
    for (let from: number | null = 0; from !== null; ) {
      const part: TextPart = await callEngine('readMarkdown', { run, key, from })
      parts.push(part.text)
      from = part.next !== null && part.next > from ? part.next : null
    }
    const isCopied = await copyText(parts.join(''))
    if (isCopied) tell({ level: 'info', code: 'copied', message: 'Copied as Markdown.' })
    else tell({ level: 'error', code: 'copy', message: 'The system did not let the page copy.' })
  } catch (error) {
    tell({ level: 'error', code: 'copy', message: faultOf(error).message })
  }
}
