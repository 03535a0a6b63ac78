import { ended, TranscriptWriter, task } from '../../src/testing/writeSession'
import type { World } from './harness/World'
import { sessionFile } from './sessionFile'

export const SHOP = 'aaaaaaaa-0000-4000-8000-00000000000a'
export const DOCS = 'aaaaaaaa-0000-4000-8000-00000000000b'
export const GATEWAY = 'aaaaaaaa-0000-4000-8000-00000000000c'

export const EXPLORER = 'a00000000000000e1'
export const REVIEWER = 'a00000000000000e2'
export const FIXER = 'a00000000000000e3'

function put(world: World, path: string, writer: TranscriptWriter): void {
  world.writeFile(path, `${writer.lines.join('\n')}\n`)
}

function putMeta(world: World, agent: string, says: Readonly<Record<string, unknown>>): void {
  world.writeFile(sessionFile('shop', SHOP, agent).replace(/jsonl$/, 'meta.json'), JSON.stringify(says))
}

/**
 * Three projects, a session each. The shop's has agents: an explorer and a reviewer under the main thread, and a fixer under the reviewer.
 */
export function placeThreeProjects(world: World): void {
  const main = new TranscriptWriter(null, SHOP)
    .prompt(0, 'Fix the flaky login test', { cwd: '/home/dev/shop' })
    .call(1, 'call-e', task('Map the login flow', { description: 'Map the login flow', subagent_type: 'Explore' }))
    .call(2, 'call-r', task('Review the token refresh', { description: 'Review the token refresh', subagent_type: 'reviewer' }))
    .result(20, 'call-e', ended(EXPLORER))
    .result(40, 'call-r', ended(REVIEWER))
    .text(50, 'The login test waits for the **redirect** now.')
  const explorer = new TranscriptWriter(EXPLORER, SHOP)
    .prompt(1, 'Map the login flow')
    .call(2, 'read-1', { file_path: '/home/dev/shop/login.ts' }, 'Read')
    .result(
      3,
      'read-1',
      { type: 'text', file: { filePath: '/home/dev/shop/login.ts', content: 'export const login = 1' } },
      { content: '1→export const login = 1' },
    )
    .text(4, 'Seven files, two suspicious waits.')
  const reviewer = new TranscriptWriter(REVIEWER, SHOP)
    .prompt(2, 'Review the token refresh')
    .call(3, 'call-f', task('Fix the missed caller', { description: 'Fix the missed caller', subagent_type: 'general-purpose' }))
    .result(30, 'call-f', null)
    .text(31, 'One caller ignored the result.')
  const fixer = new TranscriptWriter(FIXER, SHOP).prompt(4, 'Fix the missed caller').text(5, 'Fixed it.')
  put(world, sessionFile('shop', SHOP), main)
  put(world, sessionFile('shop', SHOP, EXPLORER), explorer)
  put(world, sessionFile('shop', SHOP, REVIEWER), reviewer)
  put(world, sessionFile('shop', SHOP, FIXER), fixer)
  putMeta(world, EXPLORER, { agentType: 'Explore', description: 'Map the login flow', toolUseId: 'call-e', spawnDepth: 1 })
  putMeta(world, REVIEWER, { agentType: 'reviewer', description: 'Review the token refresh', toolUseId: 'call-r', spawnDepth: 1 })
  putMeta(world, FIXER, {
    agentType: 'general-purpose',
    description: 'Fix the missed caller',
    toolUseId: 'call-f',
    spawnDepth: 2,
  })
  const docs = new TranscriptWriter(null, DOCS).prompt(0, 'Rename the config keys', { cwd: '/home/dev/docs' }).text(3, 'Renamed.')
  put(world, sessionFile('docs', DOCS), docs)
  const gateway = new TranscriptWriter(null, GATEWAY)
    .prompt(0, 'Load test the gateway', { cwd: '/home/dev/gateway' })
    .text(3, 'Done.')
  put(world, sessionFile('gateway', GATEWAY), gateway)
}
