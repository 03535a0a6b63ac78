import { expect, it } from 'vitest'
import { offerAnswers } from './offerAnswers'

const suggested = {
  addRules: { type: 'addRules', behavior: 'allow', rules: [{ toolName: 'Bash', ruleContent: 'make' }] },
  addDirectories: { type: 'addDirectories', directories: ['/srv'] },
  setMode: { type: 'setMode', mode: 'acceptEdits' },
}

/** What can be chosen beyond this once: what it is called, and where the CLI is told to keep it. */
function always(suggestion: object) {
  const offered = offerAnswers('Bash', { permission_suggestions: [suggestion] })
  return offered.flatMap(({ option: { effect, label, note }, says }) => {
    const updates = says['updatedPermissions'] as { destination: string }[] | undefined
    return effect === 'always' ? [[label, note, updates?.map(({ destination }) => destination)]] : []
  })
}

it.each([
  ['addRules', 'Allow make'],
  ['addDirectories', 'Allow /srv'],
  ['setMode', 'Allow all edits'],
] as const)('%s: what is kept for good never looks like an answer for this run', (type, label) => {
  const here = [label, 'for this run', ['session']]
  expect(always(suggested[type])).toEqual([here])
  expect(always({ ...suggested[type], destination: 'session' })).toEqual([here])
  for (const [destination, note] of [
    ['localSettings', 'in this project, from now on (only you)'],
    ['userSettings', 'everywhere, from now on'],
    ['somewhereNew', 'somewhereNew'],
  ] as const)
    expect(always({ ...suggested[type], destination })).toEqual([here, [label, note, [destination]]])
})

it('each answer has an id of its own', () => {
  const all = Object.values(suggested).map((one) => ({ ...one, destination: 'userSettings' }))
  const ids = offerAnswers('Edit', { permission_suggestions: all }).map(({ option }) => option.id)
  expect(new Set(ids).size).toBe(ids.length)
})
