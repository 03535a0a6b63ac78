import { expect, it } from 'vitest'
import { isolateText } from './isolateText'
import { textRuler } from './textRuler'

/** Every grapheme is 10 wide. */
function ruler() {
  let measured = 0
  const segmenter = new Intl.Segmenter()
  const own = textRuler((text) => {
    measured++
    return [...segmenter.segment(text)].length * 10
  })
  return { ...own, timesMeasured: () => measured }
}

it('leaves what fits and cuts the rest before an ellipsis', () => {
  const { shorten, widthOf } = ruler()
  expect(shorten('reviewer', 'name', 80)).toBe('reviewer')
  expect(shorten('reviewer', 'name', 79)).toBe('review…')
  expect(widthOf(shorten('general-purpose', 'name', 95), 'name')).toBeLessThanOrEqual(95)
  expect(shorten('reviewer', 'name', 12)).toBe('')
})

it('never cuts through a grapheme', () => {
  expect(ruler().shorten('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 'name', 25)).toBe('👩‍👩‍👧‍👦…')
})

it('breaks lines at spaces, long words anywhere, and cuts the last line', () => {
  const { wrap } = ruler()
  expect(wrap('read the logs of CI', 'text', 100, 2)).toEqual(['read the', 'logs of CI'])
  expect(wrap('read the logs of CI and more', 'text', 100, 2)).toEqual(['read the', 'logs of C…'])
  expect(wrap('WWWWWWWWWWWWWWW', 'text', 100, 2)).toEqual(['WWWWWWWWWW', 'WWWWW'])
  expect(wrap('', 'text', 100, 2)).toEqual([])
})

it('measures a text once', () => {
  const { shorten, timesMeasured } = ruler()
  shorten('abc', 'name', 100)
  const times = timesMeasured()
  for (let width = 10; width < 60; width++) shorten('abc', 'name', width)
  expect(timesMeasured()).toBeLessThanOrEqual(times + 1)
})

it('bears a word of a million letters', () => {
  const { shorten, timesMeasured } = ruler()
  expect(shorten('W'.repeat(1_000_000), 'name', 100)).toBe('WWWWWWWWW…')
  expect(timesMeasured()).toBeLessThan(10)
})

it('isolates foreign text and shows what would control it', () => {
  expect(isolateText('\u202egnp\u001b[1m\n')).toBe('\u2068\ufffdgnp␛[1m \u2069')
})
