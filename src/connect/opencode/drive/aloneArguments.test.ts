import { expect, it } from 'vitest'
import type { DrivePlan, DriveWish } from '../../../core/drive/driver'
import { ProviderId } from '../../../shared/ids'
import { aloneArguments } from './aloneArguments'
import { LISTENING } from './serveArguments'

const plan = (argv: readonly string[]): DrivePlan => ({
  shown: { argv: ['opencode', ...argv], command: '', folder: '/', notes: [], context: null },
  memo: null,
})
const wish = (prompt: string): DriveWish => ({
  ...{ provider: ProviderId.parse('opencode'), way: 'terminal', folder: '/', prompt, model: null, agent: null },
  ...{ mode: null, extra: [], origin: null, rendered: null },
})

it('nobody listens where nobody of ours is there', () => {
  expect(aloneArguments(plan([...LISTENING, '--session', 'ses_1', '--fork']), wish(''))).toEqual(['--session', 'ses_1', '--fork'])
  expect(aloneArguments(plan([...LISTENING, '--prompt=hello']), wish('hello'))).toEqual(['--prompt=hello'])
  expect(aloneArguments(plan(['--session', 'ses_1', '--prompt=hello']), wish('hello'))).toEqual([
    '--session',
    'ses_1',
    '--prompt=hello',
  ])
})

it('words that only a server takes are no command', () => {
  expect(aloneArguments(plan([...LISTENING, '--session', 'ses_1']), wish('hello'))).toBeNull()
})
