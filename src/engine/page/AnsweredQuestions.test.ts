import { expect, it } from 'vitest'
import { LaunchId } from '../../shared/drive/launch'
import { AnsweredQuestions } from './AnsweredQuestions'

it('each question of each terminal is answered once, by whichever screen comes first', () => {
  const answered = new AnsweredQuestions()
  const [one, two] = [LaunchId.parse('one'), LaunchId.parse('two')]
  expect(answered.claim(one, 100)).toBe(true)
  expect(answered.claim(one, 100)).toBe(false)
  expect(answered.claim(two, 100)).toBe(true)
  expect(answered.claim(one, 140)).toBe(true)
  expect(answered.claim(one, 120)).toBe(false)
})
