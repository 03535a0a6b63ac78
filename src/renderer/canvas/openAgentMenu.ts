import type { AgentKey } from '../../shared/ids'
import { agentActions } from '../actions/agentActions'
import { foreignLine } from '../controls/foreignLine'
import { openMenu } from '../controls/Menu'
import { agentName } from '../store/agentName'
import { agentNow } from '../store/forest'
import { selectAgent } from '../store/select'

/** Everything a person can do with an agent, beside it. */
export function openAgentMenu(key: AgentKey, at: HTMLElement | { readonly x: number; readonly y: number }): void {
  const agent = agentNow(key)
  if (!agent) return
  selectAgent(key, { isQuiet: true })
  openMenu({ at, label: foreignLine(agentName(agent)), items: agentActions(key) })
}
