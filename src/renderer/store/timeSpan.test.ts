import { expect, it } from 'vitest'
import { spanEnds } from './timeSpan'

const local = (year: number, month: number, day: number, hour = 0, minute = 0) =>
  new Date(year, month, day, hour, minute).toISOString()
// A Wednesday, in whatever zone the test runs.
const now = new Date(2026, 10, 18, 15, 30).getTime()

it('days are the person’s own, and seven of them begin with the one six days ago', () => {
  expect(spanEnds({ kind: 'all' }, now)).toEqual({ from: null, to: null })
  expect(spanEnds({ kind: 'today' }, now)).toEqual({ from: local(2026, 10, 18), to: null })
  expect(spanEnds({ kind: 'days7' }, now)).toEqual({ from: local(2026, 10, 12), to: null })
})

it('the last day or minute that is named counts with all of it', () => {
  expect(spanEnds({ kind: 'custom', from: '2026-11-01', to: '2026-11-02' }, now)).toEqual({
    from: local(2026, 10, 1),
    to: local(2026, 10, 3),
  })
  expect(spanEnds({ kind: 'custom', from: '2026-11-01T09:30', to: '2026-11-01T09:30' }, now)).toEqual({
    from: local(2026, 10, 1, 9, 30),
    to: local(2026, 10, 1, 9, 31),
  })
})

it('what is half typed leaves that end open', () => {
  expect(spanEnds({ kind: 'custom', from: '', to: '2026-1' }, now)).toEqual({ from: null, to: null })
})
