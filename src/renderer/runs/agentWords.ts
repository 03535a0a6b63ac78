import { formatCount } from '../../shared/formatCount'
import { loudestPhase } from '../../shared/loudestPhase'
import { phaseWord } from '../../shared/phaseWord'
import { shownPhase } from '../../shared/shownPhase'
import type { RunRow } from '../../shared/views'

/** `3/8 running` while any runs; else how many there are: nobody runs in what stands still. */
export function agentWords({ agents, live }: Pick<RunRow, 'agents' | 'live'>, isPaused = false): string {
  const { total, running } = agents
  if (live && running > 0 && !isPaused) return `${formatCount(running)}/${formatCount(total)} running`
  return total === 0 ? 'no agents' : `${formatCount(total)} ${total === 1 ? 'agent' : 'agents'}`
}

/** What the sign of a run says in words. A run that asks or has failed may stand still beside that. */
export function railWords(row: RunRow, isPaused: boolean): readonly string[] {
  return [phaseWord(shownPhase(loudestPhase(row), isPaused)), agentWords(row, isPaused)]
}
