import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Phase } from '../../shared/views'
import { displayWidth } from './displayWidth'
import { phaseGlyph } from './phaseGlyph'

const phases = ['starting', 'running', 'waiting', 'completed', 'failed', 'interrupted', 'stopped', 'orphaned', 'unknown'] as const

it('gives every mark of ours one column', () => {
  for (const phase of phases satisfies readonly Phase[]) {
    expect([phase, displayWidth(phaseGlyph(phase))]).toEqual([phase, 1])
  }
})

it('counts what needs no segmentation as segments would be counted', () => {
  const plain = fc.constantFrom(...'aé\u00a9ſ–“”…⊘■◆○◌◔✓✗')
  const joining = fc.constantFrom('\u0301', '\ufe0f', '\u200d', '漢', '😀', '')
  const property = fc.property(fc.array(plain, { maxLength: 6 }), joining, (parts, joined) => {
    const text = parts.join('')
    expect(displayWidth(text)).toBe(parts.length)
    // Another character in the text takes the long way for all of them.
    expect(displayWidth(`${text} ${joined}`) - displayWidth(` ${joined}`)).toBe(parts.length)
  })
  fc.assert(property)
})
