import type { AgentKey } from '../../shared/ids'
import { listNow } from '../inspector/transcript/listNow'
import { selectAgent } from '../store/select'
import { useUi } from '../store/ui'

/** The agent's conversation, ready to be read by keyboard. */
export function openTranscript(key: AgentKey): void {
  selectAgent(key)
  useUi.setState({ inspectorTab: 'transcript', isInspectorOpen: true })
  requestAnimationFrame(() => {
    // Where the conversation is still being read, the way to it begins at its tab.
    const place = listNow() ?? document.querySelector<HTMLElement>('.insp [role="tab"]')
    place?.focus()
  })
}
