import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Bytes } from '../../framing/bytes'
import { ScanGistWords } from './scanGistWords'

it('gives back the word that stands there, whichever came before', () => {
  const words = new ScanGistWords()
  const letter = fc.constantFrom('a', 'b', '-', ' ')
  const word = fc.array(letter, { maxLength: 30 }).map((letters) => letters.join(''))
  const property = fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), fc.nat(9), (all, before) => {
    for (const text of all) {
      const bytes = Buffer.from(`${'x'.repeat(before)}${text}"`) as unknown as Bytes
      expect(words.read(bytes, before, before + text.length)).toBe(text)
    }
  })
  fc.assert(property, { numRuns: 500 })
})
