import { shownPhase } from '../../shared/shownPhase'
import type { AgentView } from '../../shared/views'
import { Foreign } from '../controls/Foreign'
import { PhaseIcon } from '../controls/PhaseIcon'
import { hideTip, showTip } from '../controls/Tip'
import { useTreeStandstill } from '../drive/standstill'
import { agentName } from '../store/agentName'
import { agentNow } from '../store/forest'
import { useNow } from '../store/now'
import { hideEdgeTip, showEdgeTip } from './edgeTip'
import type { Hit } from './hitScene'
import { activityLine, phaseWords } from './phaseWords'
import { useCamera } from './useCamera'
import { useScene } from './useScene'

const waitMs = 300
let timer: ReturnType<typeof setTimeout> | undefined

/** What is said of the thing under the pointer, once it rests there. */
export function showTipOf(hit: Hit | null, x: number, y: number): void {
  clearTimeout(timer)
  hideTip()
  const key = hit === null || hit.kind === 'pill' ? undefined : useScene.getState().scene?.layout.shape.keys[hit.agent]
  if (key !== undefined && hit?.kind === 'edge') return showEdgeTip(key, x, y)
  hideEdgeTip()
  // A card says it all itself.
  const agent = key !== undefined && hit?.kind === 'agent' && useCamera.getState().level !== 'card' ? agentNow(key) : undefined
  if (agent) timer = setTimeout(() => showTip({ x, y, content: <AgentTip agent={agent} /> }), waitMs)
}

function AgentTip({ agent }: { readonly agent: AgentView }) {
  const still = useTreeStandstill()
  const shown = shownPhase(agent.phase, still.sinceMs !== null)
  const words = useNow(({ nowMs }) => phaseWords(agent, nowMs, still))
  const { strong, rest } = activityLine(agent)
  const about = agent.description ?? agent.prompt ?? ''
  return (
    <div className="canvas-tip">
      <div className="row">
        <PhaseIcon phase={shown} size={14} />
        <Foreign text={agentName(agent)} className="b f1 cut" />
        <span className={`st-${shown} nb`}>{words}</span>
      </div>
      {about !== '' && <Foreign text={about} className="f1 about" />}
      {strong + rest !== '' && (
        <div className="mono cut">
          <bdi>
            {strong}
            {rest}
          </bdi>
        </div>
      )}
    </div>
  )
}
