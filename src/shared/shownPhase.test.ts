import { expect, it } from 'vitest'
import { phaseGroup, phaseWord } from './phaseWord'
import { shownPhase } from './shownPhase'
import { Phase } from './views'

it('only who would run is paused by a pause', () => {
  const paused = Phase.options.filter((phase) => shownPhase(phase, true) === 'paused')
  expect(paused).toEqual(['starting', 'running'])
  expect(Phase.options.map((phase) => shownPhase(phase, false))).toEqual(Phase.options)
  expect([phaseWord('paused'), phaseGroup('paused')]).toEqual(['paused', 'cut'])
})
