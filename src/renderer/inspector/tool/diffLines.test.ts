import { expect, it } from 'vitest'
import { type DiffLine, diffLines } from './diffLines'
import { countChanges, hunksOf } from './hunksOf'

const marks = { same: ' ', add: '+', del: '-' }
const drawn = (lines: readonly DiffLine[]): string[] => lines.map(({ kind, text }) => marks[kind] + text)

function rebuilt(lines: readonly DiffLine[], without: 'add' | 'del'): string {
  return lines
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('\n')
}

it('finds the lines that stay', () => {
  const lines = diffLines('a\nb\nc\nd', 'a\nx\nc\ny\nd')
  expect(drawn(lines)).toEqual([' a', '-b', '+x', ' c', '+y', ' d'])
  expect(countChanges(lines)).toEqual({ added: 2, removed: 1 })
})

it('numbers lines in both texts', () => {
  expect(diffLines('a\nb', 'b')).toEqual([
    { kind: 'del', text: 'a', before: 0, after: null },
    { kind: 'same', text: 'b', before: 1, after: 0 },
  ])
})

it('gives both texts back, whatever they are', () => {
  let seed = 7
  const random = (most: number): number => {
    seed = (seed * 16807) % 2147483647
    return seed % most
  }
  for (let round = 0; round < 200; round++) {
    const text = (): string => Array.from({ length: 1 + random(12) }, () => 'abcd'[random(4)]).join('\n')
    const [before, after] = [text(), text()]
    const lines = diffLines(before, after)
    expect(rebuilt(lines, 'add')).toBe(before)
    expect(rebuilt(lines, 'del')).toBe(after)
  }
})

it('gives up being clever with texts that are long or far apart', () => {
  const long = (mark: string): string => Array.from({ length: 5000 }, (_, at) => `${mark}${at}`).join('\n')
  const lines = diffLines(`head\n${long('a')}`, `head\n${long('b')}`)
  expect(countChanges(lines)).toEqual({ added: 5000, removed: 5000 })
  expect(lines[0]).toMatchObject({ kind: 'same', text: 'head' })
})

it('shows changes with three lines around them and counts the rest', () => {
  const text = Array.from({ length: 40 }, (_, at) => `l${at}`)
  const changed = text.map((line, at) => (at === 5 || at === 30 ? 'x' : line))
  const hunks = hunksOf(diffLines(text.join('\n'), changed.join('\n')))
  expect(hunks.map(({ skipped, lines }) => [skipped, lines.length])).toEqual([
    [2, 8],
    [18, 8],
  ])
})
