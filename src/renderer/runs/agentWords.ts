import { formatCount } from '../../shared/formatCount'
import type { RunRow } from '../../shared/views'

/** `3/8 running` while any runs; else how many there are: nobody runs in what stands still. */
export function agentWords({ agents, live }: Pick<RunRow, 'agents' | 'live'>, isPaused = false): string {
  const { total, running } = agents
  if (live && running > 0 && !isPaused) return `${formatCount(running)}/${formatCount(total)} running`
  return total === 0 ? 'no agents' : `${formatCount(total)} ${total === 1 ? 'agent' : 'agents'}`
}
