import { expect, it } from 'vitest'
import type { RunHolders } from '../engine'
import { ownerOf } from './findTarget'
import { liveRefusal } from './refusals'

const nobody: RunHolders = { isLive: false, pids: [], joinable: null, isSure: true, isUnheardAtWork: false }
const held = (...pids: number[]): RunHolders => ({ ...nobody, isLive: true, pids: pids.map((pid) => ({ pid, ancestors: [1] })) })
const serving = new Set([7])

it('a session that only our own server holds can be taken up there', () => {
  expect(ownerOf(held(7), serving)).toEqual({ kind: 'nobody' })
  expect(ownerOf({ ...held(), pids: [{ pid: 8, ancestors: [7, 1] }] }, serving)).toEqual({ kind: 'nobody' })
})

it('one that another program holds as well cannot', () => {
  expect(ownerOf(held(7, 9), serving)).toMatchObject({ kind: 'foreign', pid: 9 })
  expect(ownerOf(held(9), serving)).toMatchObject({ kind: 'foreign', pid: 9 })
  expect(ownerOf({ ...held(7), isUnheardAtWork: true }, serving)).toMatchObject({ kind: 'foreign', pid: null })
  expect(ownerOf(held(), serving)).toMatchObject({ kind: 'foreign', pid: null })
})

it('a holder is named by words that fit into a sentence', () => {
  const joinable = 'http://127.0.0.1:1'
  expect(ownerOf({ ...held(9), joinable }, serving)).toEqual({ kind: 'foreign', pid: 9, words: 'process 9', joinable })
  expect(ownerOf(held(), serving)).toMatchObject({ words: 'a program of this product' })
  const owner = { kind: 'foreign', pid: 9, words: 'process 9', joinable } as const
  expect(liveRefusal(owner)).toMatchObject({
    message: expect.stringMatching(/^It is live in process 9\. /),
    offers: expect.arrayContaining(['join']),
  })
})

it('without a sign there is nobody, where a sign would be seen', () => {
  expect(ownerOf(nobody, serving)).toEqual({ kind: 'nobody' })
  expect(ownerOf({ ...nobody, isSure: false }, serving)).toMatchObject({ kind: 'unknown' })
})
