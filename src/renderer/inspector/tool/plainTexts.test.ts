import { expect, it } from 'vitest'
import { chunkText } from './chunkText'
import { joinAtLines } from './joinAtLines'
import { stripAnsi } from './stripAnsi'

it('[stripAnsi] leaves what would be read', () => {
  expect(
    stripAnsi('\u001b[31mred\u001b[0m \u001b]0;title\u0007x \u001b]8;;http://a\u001b\\link\u001b]8;;\u001b\\ \u009b1my'),
  ).toBe('red x link y')
  expect(stripAnsi('1%\r50%\r100%\nnext\r\n')).toBe('100%\nnext\n')
  expect(stripAnsi('plain [31m text')).toBe('plain [31m text')
})

it('[stripAnsi] is quick with what never ends', () => {
  const text = '\u001b]'.repeat(20_000)
  const from = performance.now()
  stripAnsi(text)
  expect(performance.now() - from).toBeLessThan(3000)
})

it('[chunkText] keeps every letter and no block is long', () => {
  const texts = ['', 'a', 'a\n', `${'line\n'.repeat(1000)}`, 'w'.repeat(1_000_000), `${'👩'.repeat(20_000)}`]
  for (const text of texts) {
    const chunks = chunkText(text)
    expect(
      chunks
        .map((chunk) => chunk.text)
        .join('')
        .replaceAll('\n', ''),
    ).toBe(text.replaceAll('\n', ''))
    for (const chunk of chunks) {
      expect(chunk.text.length).toBeLessThanOrEqual(12_000)
      expect(chunk.text.isWellFormed()).toBe(true)
    }
  }
})

it('[joinAtLines] tears no line where a message ended and leaves earlier stretches alone', () => {
  const first = joinAtLines(['one\ntw', 'o\nthree'])
  expect(first).toEqual(['one\n', 'two\n', 'three'])
  expect(joinAtLines(['one\ntw', 'o\nthree', '\nfour']).slice(0, 2)).toEqual(first.slice(0, 2))
})
