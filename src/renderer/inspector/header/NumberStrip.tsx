import { type ReactNode, useState } from 'react'
import { workedMs } from '../../../shared/drive/workedMs'
import { formatCount, formatExact } from '../../../shared/formatCount'
import { formatDuration } from '../../../shared/formatDuration'
import type { RunUri } from '../../../shared/ids'
import { totalTokens } from '../../../shared/totalTokens'
import type { NumberName } from '../../../shared/transcriptParts'
import type { AgentView } from '../../../shared/views'
import { exactMoney } from '../../controls/exactMoney'
import { spentWords } from '../../controls/spentWords'
import { Tip } from '../../controls/Tip'
import { useTreeStandstill } from '../../drive/standstill'
import { useForest } from '../../store/forest'
import { useNow } from '../../store/now'
import { agentsAtLeast, isUnpriced } from './agentsAtLeast'
import { contextOf } from './contextOf'
import { elapsedTip } from './elapsedTip'
import { NumberPopover } from './NumberPopover'

interface NumberStripProps {
  readonly run: RunUri
  readonly agent: AgentView
}

/** Four numbers, each of which opens to what it is made of. */
export function NumberStrip({ run, agent }: NumberStripProps) {
  const [open, setOpen] = useState<{ readonly name: NumberName; readonly anchor: HTMLElement } | null>(null)
  const cell = (name: NumberName, tip: ReactNode, children: ReactNode): ReactNode => (
    <Tip text={tip}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open?.name === name}
        onClick={({ currentTarget }) => setOpen({ name, anchor: currentTarget })}
      >
        {children}
      </button>
    </Tip>
  )
  return (
    <div className="kv">
      {cell('elapsed', <ElapsedTip agent={agent} />, <Elapsed agent={agent} />)}
      {cell('tokens', tokensTip(agent), <Tokens agent={agent} />)}
      {cell('cost', costTip(agent), <Cost agent={agent} />)}
      {cell('context', contextTip(agent), <Context agent={agent} />)}
      {open && <NumberPopover run={run} agent={agent.key} name={open.name} anchor={open.anchor} onClose={() => setOpen(null)} />}
    </div>
  )
}

function Elapsed({ agent }: { readonly agent: AgentView }) {
  const still = useTreeStandstill()
  const ms = useNow(({ nowMs }) => workedMs(agent, nowMs, still))
  return (
    <>
      <span className="k">elapsed</span>
      <span className="v">
        <span>{ms === null ? '–' : formatDuration(ms)}</span>
      </span>
    </>
  )
}

function Tokens({ agent: { usage } }: { readonly agent: AgentView }) {
  const own = totalTokens(usage.own)
  const total = totalTokens(usage.total)
  return (
    <>
      <span className="k">tokens</span>
      <span className="v">
        <span>{formatCount(own)}</span> {total !== own && <small>/ {formatCount(total)}</small>}
      </span>
    </>
  )
}

function Cost({ agent }: { readonly agent: AgentView }) {
  const { own, total } = agent.cost
  // Looked up whenever the agent itself is drawn anew: a selector would walk the whole tree with every frame.
  const isAtLeast = total !== own && agentsAtLeast(useForest.getState().agents).has(agent.key)
  return (
    <>
      <span className="k">cost</span>
      <span className="v">
        <span>{spentWords({ usd: own, complete: !isUnpriced(agent) })}</span>{' '}
        {total !== own && <small>/ {spentWords({ usd: total, complete: !isAtLeast })}</small>}
      </span>
    </>
  )
}

function Context({ agent }: { readonly agent: AgentView }) {
  const { share, isEstimate } = contextOf(agent)
  return (
    <>
      <span className="k">context {share} %</span>
      <span className={isEstimate ? 'v gauge-row' : 'gauge-row'}>
        <span className={isEstimate ? 'gauge guess' : 'gauge'}>
          <i style={{ width: `${Math.min(100, share)}%` }} />
        </span>
        {isEstimate && <small>estimate</small>}
      </span>
    </>
  )
}

function ElapsedTip({ agent }: { readonly agent: AgentView }) {
  const still = useTreeStandstill()
  return useNow(({ nowMs }) => elapsedTip(agent, nowMs, still))
}

function tokensTip({ usage }: AgentView): string {
  return `${formatExact(totalTokens(usage.own))} tokens of its own, ${formatExact(totalTokens(usage.total))} with its sub-agents`
}

function costTip({ cost }: AgentView): string {
  const own = cost.own === null ? 'Its price is not known' : `${exactMoney(cost.own)} of its own`
  return `${own}, ${cost.total === null ? 'not known' : exactMoney(cost.total)} with its sub-agents`
}

function contextTip(agent: AgentView): string {
  const { limit, isEstimate } = contextOf(agent)
  const of = `${formatExact(agent.context.tokens)} of ${formatExact(limit)} tokens`
  return isEstimate ? `${of}; the limit of this model is not known, this is an estimate` : of
}
