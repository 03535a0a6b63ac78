import type { AgentKey, RunUri } from '../../../../shared/ids'
import { RawLines } from './RawLines'
import { useRawGap } from './useRawGap'

/** What lies before the first item stands before the first row, which keeps its place. */
export function RawLead({ run, agent }: { readonly run: RunUri; readonly agent: AgentKey }) {
  if (useRawGap(0) === null) return null
  return (
    <article className="raw-lead" aria-label="Before the first item">
      <RawLines run={run} agent={agent} before={0} />
    </article>
  )
}
