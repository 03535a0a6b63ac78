import { expect, it } from 'vitest'
import { readPermission } from './readPermission'

const asked = (more: object) => readPermission({ id: 'per_1', sessionID: 'ses_a', permission: 'edit', ...more }, 'ses_a', 0)

it('tells all of what would be done, however long', () => {
  const diff = `--- a\n+++ b\n${'+ line\n'.repeat(20_000)}`
  expect(asked({ patterns: ['src/a.ts'], metadata: { filepath: '/work/src/a.ts', diff } })).toMatchObject({
    ...{ detail: diff, isCut: false },
    fields: [
      { name: 'filepath', value: '/work/src/a.ts' },
      { name: 'patterns', value: 'src/a.ts' },
    ],
  })
})

it('says what it is for once, and what it covers where nothing else says it', () => {
  const bash = { permission: 'bash', patterns: ['ls'], metadata: { command: 'ls', description: 'Look', timeout: 9 } }
  expect(asked(bash)).toMatchObject({ detail: 'ls', reason: 'Look', fields: [{ name: 'timeout', value: '9' }] })
  expect(asked({ permission: 'external_directory', patterns: ['/etc/*', '/opt/*'] })).toMatchObject({
    ...{ detail: '/etc/*\n/opt/*', fields: [] },
  })
})
