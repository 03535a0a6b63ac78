import type { AgentKey } from '../../shared/ids'
import { agentActions } from '../actions/agentActions'
import { foreignLine } from '../controls/foreignLine'
import { openMenu } from '../controls/Menu'
import { openActMenu } from '../drive/acts/openActMenu'
import { agentName } from '../store/agentName'
import { agentNow, useForest } from '../store/forest'
import { selectAgent } from '../store/select'
import { useUi } from '../store/ui'

/** Everything a person can do with an agent, beside it. */
export function openAgentMenu(key: AgentKey, at: HTMLElement | { readonly x: number; readonly y: number }): void {
  const agent = agentNow(key)
  if (!agent) return
  selectAgent(key, { isQuiet: true })
  const { run } = useUi.getState()
  const label = foreignLine(agentName(agent))
  const items = agentActions(key)
  if (run === null) return openMenu({ at, label, items })
  openActMenu({ at, label, items, target: { run, key: useForest.getState().root === key ? null : key } })
}
