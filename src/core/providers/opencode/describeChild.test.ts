import { expect, it } from 'vitest'
import { describeChild } from './describeChild'

it.each([
  ['Look (@explore subagent)', 'explore', 'Look'],
  ['Look (again) (@my @team’s 探索 subagent)', 'my @team’s 探索', 'Look (again)'],
  ['Look (@a subagent) (@b subagent)', 'b', 'Look (@a subagent)'],
  ['(@explore subagent)', 'explore', undefined],
  ['Look around', undefined, 'Look around'],
])('%s', (title, type, description) => {
  const says = describeChild({ title, parentID: 'ses_parent' }, null)
  expect([says.type, says.description, says.parent]).toEqual([type, description, 'ses_parent'])
})

it('who the first prompt was for comes before what a later resume wrote, and both before the title', () => {
  const session = { title: 'Look (@title subagent)', agent: 'build', model: { id: 'm' } }
  expect(describeChild(session, 'explore')).toMatchObject({ type: 'explore', model: 'm' })
  expect(describeChild(session, null)).toMatchObject({ type: 'build' })
})
