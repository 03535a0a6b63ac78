import { expect, it } from 'vitest'
import { splitMarkdown } from './splitMarkdown'

it('leaves a short text whole', () => {
  expect(splitMarkdown('a\n\nb')).toEqual(['a\n\nb'])
})

it('cuts at empty lines and loses nothing', () => {
  const text = Array.from({ length: 400 }, (_, at) => `Paragraph ${at} with some words.`).join('\n\n')
  const pieces = splitMarkdown(text, 500)
  expect(pieces.length).toBeGreaterThan(10)
  expect(pieces.join('\n')).toBe(text)
  for (const piece of pieces) expect(piece.length).toBeLessThan(1100)
})

it('does not cut code at its empty lines, and goes on as code where it must be cut', () => {
  const code = Array.from({ length: 30 }, (_, at) => `let a${at}\n`).join('\n')
  const whole = `words\n\n\`\`\`ts\n${code}\n\`\`\`\n\nmore ${'x'.repeat(300)}`
  const block = splitMarkdown(whole, 600).find((piece) => piece.includes('```ts'))
  expect(block).toContain('let a29')
  const long = splitMarkdown(`\`\`\`ts\n${'let b\n'.repeat(500)}\`\`\``, 600)
  for (const piece of long) expect(piece.startsWith('```ts')).toBe(true)
})
