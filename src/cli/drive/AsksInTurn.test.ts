import { expect, it } from 'vitest'
import type { Answered } from '../../engine/drive/askBook'
import type { Ask, AskAnswer } from '../../shared/drive/ask'
import { sampleAsk } from '../../testing/drive/sampleAsk'
import type { CommandContext } from '../command'
import { AsksInTurn } from './AsksInTurn'

const first = sampleAsk({ id: 'A', agent: 'first', detail: 'make a' })
const second = sampleAsk({ id: 'B', agent: 'second', detail: 'make b' })

function bench({ isTerminal = true, isQuiet = false } = {}) {
  const answers: (readonly [string, AskAnswer])[] = []
  let asks: readonly Ask[] = []
  let said = ''
  let now = 0
  let outcome: Promise<Answered> = Promise.resolve({ outcome: 'answered', message: null })
  const context: Partial<CommandContext> = {
    input: { isTerminal } as CommandContext['input'],
    out: { isTerminal } as CommandContext['out'],
    err: {
      async write(text: string) {
        said += text
      },
    } as CommandContext['err'],
    now: () => now,
  }
  const turns = new AsksInTurn({
    ...{ context: context as CommandContext, asks: () => asks, isQuiet },
    async answer(id, answer) {
      answers.push([id, answer])
      const told = await outcome
      if (told.outcome !== 'refused') asks = asks.filter((ask) => ask.id !== id)
      turns.look()
      return told
    },
  })
  return {
    ...{ turns, answers },
    /** All of these are asked now. */
    ask(...now: readonly Ask[]) {
      asks = now
      turns.look()
    },
    /** The outcome of the next answer. */
    answered(next: Promise<Answered>) {
      outcome = next
    },
    later: (ms: number) => {
      now += ms
    },
    /** Since the last time. */
    said() {
      const news = said
      said = ''
      return news
    },
  }
}

const deny = { kind: 'option', option: 'deny', message: null }

it('one is asked at a time, and what is typed answers that one', async () => {
  const { turns, answers, ask, later, said } = bench()
  ask(first)
  expect(said()).toContain('make a')
  ask(first, second)
  expect(said()).toBe('  and 1 more waits behind it\n')
  later(600)
  await turns.hear('4')
  expect(answers).toEqual([['A', deny]])
  const words = said()
  expect(words).toMatch(/^understory: answered to agent first, Bash: Deny\n\nAgent second wants to use Bash:\n {2}make b\n/)
  expect(words).not.toContain('not asked any more')
  later(600)
  await turns.hear('1')
  expect(answers[1]).toEqual(['B', { kind: 'option', option: 'once', message: null }])
})

it('a line that was begun for the one before answers nothing, and says so', async () => {
  const { turns, answers, ask, later, said } = bench()
  ask(first, second)
  later(5000)
  said()
  // Answered in the app.
  ask(second)
  expect(said()).toMatch(/^The one before is not asked any more.*\n\nAgent second/)
  later(599)
  await turns.hear('2')
  expect(answers).toEqual([])
  expect(said()).toMatch(/^understory: that line came before this one could be read.*\n\nAgent second/)
  later(600)
  await turns.hear('4')
  expect(answers).toEqual([['B', deny]])
})

it('several lines at once: the first answers, the others do not answer what comes after it', async () => {
  const { turns, answers, ask, later, said } = bench()
  ask(first, second)
  later(600)
  const heard = [turns.hear('2'), turns.hear('2')]
  await Promise.all(heard)
  await turns.hear('2')
  expect(answers.map(([id]) => id)).toEqual(['A'])
  expect(said()).toContain('nothing is asked at the moment')
})

it('one that was answered elsewhere, or could not be answered, is said to be so', async () => {
  const { turns, ask, answered, later, said } = bench()
  ask(first, second)
  later(600)
  answered(Promise.resolve({ outcome: 'refused', message: 'The pipe is full.' }))
  await turns.hear('1')
  expect(said()).toMatch(/The pipe is full\.\n$/)
  answered(Promise.resolve({ outcome: 'already', message: 'It was answered elsewhere.' }))
  await turns.hear('1')
  expect(said()).toMatch(/^understory: It was answered elsewhere\.\n\nAgent second/)
})

it('nothing asked: Enter alone is silent, words are told that they answered nothing', async () => {
  const { turns, ask, said } = bench()
  ask(first)
  ask()
  said()
  await turns.hear('')
  expect(said()).toBe('')
  await turns.hear('2')
  expect(said()).toContain('nothing is asked at the moment')
})

it('where nobody can type each is told as it comes, once', () => {
  const { ask, said } = bench({ isTerminal: false })
  ask(first)
  ask(first, second)
  expect(said().match(/answer it in the app/g)).toHaveLength(2)
})

it('told elsewhere: nothing is printed, and the oldest is answered', async () => {
  const { turns, answers, ask, said } = bench({ isQuiet: true })
  ask(first, second)
  expect(said()).toBe('')
  await turns.hear('4')
  expect(answers).toEqual([['A', deny]])
})

it('what is secret is not repeated', async () => {
  const { turns, answers, ask, later, said } = bench()
  const asked = { id: 'q', header: null, text: 'Token?', isMultiple: false, takesOwnWords: true, isSecret: true, options: [] }
  ask(sampleAsk({ kind: 'question', questions: [asked] }))
  later(600)
  await turns.hear('hunter2')
  expect(answers).toHaveLength(1)
  expect(said()).not.toContain('hunter2')
})

it('a part of an ask can be refused here, and not be allowed', async () => {
  const { turns, answers, ask, later, said } = bench()
  ask(sampleAsk({ isCut: true }))
  later(600)
  await turns.hear('1')
  expect(answers).toEqual([])
  expect(said()).toContain('only a refusal is taken')
  await turns.hear('4')
  expect(answers).toEqual([['ask', deny]])
})
