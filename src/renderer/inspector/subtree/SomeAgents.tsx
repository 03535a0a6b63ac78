import { type ReactNode, useState } from 'react'
import { formatExact } from '../../../shared/formatCount'
import type { AgentView } from '../../../shared/views'

const fewest = 6
const step = 50

/** The first of them, and more when asked. */
export function SomeAgents({
  agents,
  draw,
}: {
  readonly agents: readonly AgentView[]
  readonly draw: (agent: AgentView) => ReactNode
}) {
  const [shown, setShown] = useState(fewest)
  return (
    <>
      <ul>
        {agents.slice(0, shown).map((agent) => (
          <li key={agent.key}>{draw(agent)}</li>
        ))}
      </ul>
      {agents.length > shown && (
        <button type="button" className="btn small" onClick={() => setShown(shown + step)}>
          {formatExact(agents.length - shown)} more
        </button>
      )}
    </>
  )
}
