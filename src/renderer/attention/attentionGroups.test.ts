import { expect, it } from 'vitest'
import { countKinds, sinceWords } from './attentionGroups'

it('permissions and questions are one thing to a person', () => {
  const counts = countKinds([{ kind: 'question' }, { kind: 'permission' }, { kind: 'failed' }])
  expect([...counts]).toEqual([
    ['need', 2],
    ['failed', 1],
  ])
})

it('counts what has no room in the list as well', () => {
  const counts = countKinds([{ kind: 'failed' }], { failed: 50, permission: 1, question: 2 })
  expect([counts.get('failed'), counts.get('need'), counts.has('stuck')]).toEqual([51, 3, false])
})

it('says since when in the words of the kind', () => {
  expect([
    sinceWords('permission', '1m04s'),
    sinceWords('failed', '56s'),
    sinceWords('finished', '2m'),
    sinceWords('plan', '4s'),
  ]).toEqual(['permission · 1m04s', '56s ago', 'finished · 2m', 'plan · 4s'])
})
