import { expect, it } from 'vitest'
import { answersOf, noReply, turnChoice, writeOwn } from './answersOf'

const question = (id: string, isMultiple: boolean) => ({
  id,
  header: null,
  text: id,
  isMultiple,
  takesOwnWords: true,
  isSecret: false,
  options: ['red', 'blue', 'green'].map((label) => ({ label, note: null })),
})
const one = question('one', false)
const many = question('many', true)

it('one answer replaces another, several add up in the order in which they are offered', () => {
  const single = turnChoice(turnChoice(noReply, one, 'red'), one, 'blue')
  const several = ['green', 'red', 'blue', 'blue'].reduce((reply, label) => turnChoice(reply, many, label), noReply)
  expect(
    answersOf(
      [one, many],
      new Map([
        ['one', single],
        ['many', several],
      ]),
    ),
  ).toEqual({
    kind: 'answers',
    answers: { one: ['blue'], many: ['red', 'green'] },
  })
})

it('own words stand for a label, or beside several', () => {
  const single = writeOwn(turnChoice(noReply, one, 'red'), one, 'pink')
  const several = writeOwn(turnChoice(noReply, many, 'red'), many, 'pink')
  expect(
    answersOf(
      [one, many],
      new Map([
        ['one', single],
        ['many', several],
      ]),
    )?.answers,
  ).toEqual({
    one: ['pink'],
    many: ['red', 'pink'],
  })
  expect(turnChoice(single, one, 'blue')).toMatchObject({ chosen: ['blue'], isOwn: false, own: 'pink' })
})

it('nothing is sent before every question has its answer', () => {
  expect(answersOf([one, many], new Map([['one', turnChoice(noReply, one, 'red')]]))).toBeNull()
  expect(answersOf([one], new Map([['one', writeOwn(noReply, one, '  ')]]))).toBeNull()
})
