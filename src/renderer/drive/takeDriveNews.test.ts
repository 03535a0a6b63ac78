import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AskEnd } from '../../shared/drive/ask'
import { sampleAsk } from '../../testing/drive/sampleAsk'
import { holdGone } from './asks/heldGone'
import { shownAsks } from './asks/shownAsks'
import { goneForMs, takeDriveNews } from './takeDriveNews'
import { useDrive } from './useDrive'

const one = sampleAsk({ id: 'one' })
const two = sampleAsk({ id: 'two', at: '2026-11-18T10:00:01.000Z' })
const hear = (asks: (typeof one)[], ended: AskEnd[] = []) => takeDriveNews({ launches: [], asks, ended, breaches: [] })
const shown = () => shownAsks(useDrive.getState()).map(({ ask, end }) => `${ask.id} ${end?.how ?? 'open'}`)

beforeEach(() => {
  vi.useFakeTimers()
  hear([one, two])
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  useDrive.setState({ asks: [], gone: [], own: new Set() })
})

it('an ask that is gone stays for a while, with how it ended', () => {
  hear([two], [AskEnd.parse({ ask: 'one', at: one.at, how: 'once', label: 'Allow once' })])
  expect(shown()).toEqual(['one once', 'two open'])
  hear([])
  expect(shown()).toEqual(['one once', 'two unknown'])
  vi.advanceTimersByTime(goneForMs)
  expect(shown()).toEqual([])
})

it('what this page answered goes at once, and what is asked again is open', () => {
  useDrive.setState({ own: new Set([one.id]) })
  hear([two])
  expect(shown()).toEqual(['two open'])
  hear([])
  hear([two])
  expect(shown()).toEqual(['two open'])
})

it('stays while somebody has words on it', () => {
  hear([two])
  const release = holdGone(one.id)
  vi.advanceTimersByTime(goneForMs * 2)
  expect(shown()).toEqual(['one unknown', 'two open'])
  release()
  expect(shown()).toEqual(['two open'])
})
