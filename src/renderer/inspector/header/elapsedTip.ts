import { workedMs } from '../../../shared/drive/workedMs'
import { formatExact } from '../../../shared/formatCount'
import type { AgentView } from '../../../shared/views'
import type { Standstill } from '../../drive/standstill'

/** The number beside it, exactly. */
export function elapsedTip(agent: AgentView, nowMs: number, still: Standstill): string {
  const ms = workedMs(agent, nowMs, still)
  return ms === null ? 'How long it has run' : `${formatExact(ms)} ms`
}
