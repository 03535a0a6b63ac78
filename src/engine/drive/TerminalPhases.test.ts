import { expect, it } from 'vitest'
import { LaunchId, type LaunchPhase } from '../../shared/drive/launch'
import { RunUri } from '../../shared/ids'
import { TerminalPhases } from './TerminalPhases'

const RUN = RunUri.parse('claude://a')

it('a turn that begins or ends in a terminal is told once, when the files of its run show it', () => {
  const phases = new TerminalPhases()
  let phase: LaunchPhase = 'idle'
  const launch = { id: LaunchId.parse('l'), run: RUN, isActive: true, record: { way: 'terminal' as const }, phase: () => phase }
  const look = (runs: readonly string[] = [RUN]) => phases.isNews([launch], new Set(runs.map((run) => RunUri.parse(run))))
  expect([look(), look()]).toEqual([true, false])
  phase = 'working'
  expect([look(['claude://b']), look(), look()]).toEqual([false, true, false])
  const steered = { ...launch, id: LaunchId.parse('h'), record: { way: 'headless' as const } }
  expect(phases.isNews([steered], new Set([RUN]))).toBe(false)
})
