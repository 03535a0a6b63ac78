import { beforeEach, expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import { useUi } from '../store/ui'
import { clearOutcome, tellOutcome, useLinkOutcome } from './linkOutcome'

const run = RunUri.parse('p://one')
const other = RunUri.parse('p://two')
const moved = { run, text: 'Explore #2: moved', offer: 'undo', isRefusal: false } as const
const shown = () => useLinkOutcome.getState().outcome

beforeEach(() => {
  clearOutcome()
  useUi.setState({ run })
})

it('an offer to undo keeps its run, and goes when another run is shown', () => {
  tellOutcome(moved)
  expect(shown()).toMatchObject({ run, offer: 'undo' })
  useUi.setState({ selected: null })
  expect(shown()).not.toBeNull()
  useUi.setState({ run: other })
  expect(shown()).toBeNull()
})

it('an answer that comes when another run is shown already says nothing there', () => {
  useUi.setState({ run: other })
  tellOutcome(moved)
  expect(shown()).toBeNull()
})
