import type { Phase, RunRow } from './views'

/** A run's glyph is its loudest: needs you > failed while live > running > its own phase. */
export function loudestPhase(run: Pick<RunRow, 'live' | 'phase' | 'agents'>): Phase {
  if (run.agents.waiting > 0) return 'waiting'
  if (run.live && run.agents.failed > 0) return 'failed'
  if (run.agents.running > 0) return 'running'
  return run.phase
}
