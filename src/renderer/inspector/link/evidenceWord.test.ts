import { expect, it } from 'vitest'
import { ProviderId } from '../../../shared/ids'
import { evidenceSentence, evidenceWord } from './evidenceWord'

const codex = ProviderId.parse('codex')
const link = { evidence: 'structural', note: '' } as const

it.each([
  [
    'an agent of a workflow whose call is not read yet',
    { uri: 'claude://r/a' },
    true,
    'structural, its call not seen',
    /The call that started it has not been seen/,
  ],
  [
    'one that lies where it belongs',
    { uri: 'claude://r/a' },
    false,
    'structural',
    /^Where its file lies says to whom it belongs\.$/,
  ],
  ['a guest that a command fits', { provider: codex, uri: 'codex://g' }, true, 'guessed, structural', /^Guessed: a command/],
  ['a guest that is proved', { provider: codex, uri: 'codex://g' }, false, 'structural', /^Its process was started/],
  ['an agent of a guest', { provider: codex, uri: 'codex://g/a' }, false, 'structural', /^Where its file lies/],
] as const)('%s', (_, agent, ambiguous, word, sentence) => {
  expect(evidenceWord({ ...agent, link: { ...link, ambiguous } })).toBe(word)
  expect(evidenceSentence({ ...agent, link: { ...link, ambiguous } })).toMatch(sentence)
})
