import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lastSettings } from './lastSettings'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory-rollout-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function rollout(...lines: readonly unknown[]): string {
  const path = join(folder, 'rollout.jsonl')
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return path
}

const turn = (approval: string, sandbox: object, more: object = {}) => ({
  type: 'turn_context',
  payload: { approval_policy: approval, sandbox_policy: sandbox, ...more },
})
const noise = (bytes: number) => ({ type: 'response_item', payload: { text: `"turn_context" ${'x'.repeat(bytes)}` } })

it('takes the newest turn, however far back it lies', async () => {
  const read = turn('on-request', { type: 'read-only' }, { collaboration_mode: { mode: 'plan' } })
  const path = rollout(
    turn('never', { type: 'danger-full-access' }),
    noise(10),
    read,
    noise(1_500_000),
    noise(2_500_000),
    '{"torn',
  )
  expect(await lastSettings(path)).toEqual({ approval: 'on-request', sandbox: 'read-only', config: {}, isPlan: true })
})

it('takes along what a sandbox may write to', async () => {
  const policy = { writable_roots: ['/else'], network_access: true }
  expect(await lastSettings(rollout(turn('untrusted', { type: 'workspace-write', ...policy })))).toMatchObject({
    sandbox: 'workspace-write',
    config: { sandbox_workspace_write: policy },
  })
})

it.each([
  ['no turn', [noise(5)]],
  ['a sandbox that cannot be named', [turn('never', { type: 'external-sandbox' })]],
  ['nothing', []],
])('%s: not known', async (_, lines) => {
  expect(await lastSettings(rollout(...lines))).toBeNull()
  expect(await lastSettings(join(folder, 'gone'))).toBeNull()
})
