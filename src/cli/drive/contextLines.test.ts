import { expect, it } from 'vitest'
import { contextLines } from './contextLines'

const parts = [
  { label: 'Prompts', count: 3, tokens: 120, isLeftOut: false },
  { label: 'Thinking (never told again)', count: 9, tokens: 12_300, isLeftOut: true },
  { label: 'Images (text cannot hold them)', count: 1, tokens: 0, isLeftOut: true },
]

it('text: its size, what it is made of, and what stays behind', () => {
  const context = { messages: 3, bytes: 480, tokens: 120, limit: 100_000, parts }
  expect(contextLines({ how: 'render', at: 7, context, tokens: null })).toEqual([
    'what was said goes along as text up to item 7: about 120 tokens of at most 100k, 3 messages.',
    '  Prompts: 3, about 120 tokens',
    '  left out: Thinking (never told again): 9, about 12.3k tokens',
    '  left out: Images (text cannot hold them): 1',
  ])
})

it('a copy: the whole transcript, as large as it was', () => {
  const whole = 'the whole transcript goes along, as it was recorded'
  expect(contextLines({ how: 'fork', at: null, context: null, tokens: 81_234 })).toEqual([`${whole}: about 81.2k tokens.`])
  expect(contextLines({ how: 'continue', at: null, context: null, tokens: null })).toEqual([`${whole}: its size is not known.`])
})
