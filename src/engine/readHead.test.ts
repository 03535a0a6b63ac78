import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { codex } from '../core/providers/codex/codex'
import { readHead } from './readHead'

const THREAD = '01a1ee73-5a29-7fe3-9af8-1a3d7abcd619'
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'understory-head-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function rollout(instructions: string, lines: number): Buffer {
  const payload = { id: THREAD, session_id: THREAD, source: 'exec', cwd: '/work', base_instructions: { text: instructions } }
  const head = JSON.stringify({ timestamp: '2026-11-18T11:38:19.610Z', type: 'session_meta', payload })
  const line = (n: number) =>
    JSON.stringify({ type: 'event_msg', payload: { type: 'agent_message', message: `${n} ${Math.sin(n)}` } })
  return Buffer.from(`${[head, ...Array.from({ length: lines }, (_, n) => line(n))].join('\n')}\n`)
}

function runOf(name: string, bytes: Buffer): string | null | undefined {
  writeFileSync(join(root, name), bytes)
  const spec = codex.recognise(`sessions/2026/11/18/${name}`)
  if (!spec) throw new Error(`${name} is no source`)
  return readHead({ provider: codex, root, store: null }, name, spec)?.run
}

it.each([
  ['short', '', 3],
  ['with long instructions', 'x'.repeat(40_000), 3],
  ['big', 'word '.repeat(5000), 60_000],
])('a head that is %s, packed or not', (_, instructions, lines) => {
  const bytes = rollout(instructions, lines)
  const name = `rollout-2026-11-18T11-38-19-${THREAD}.jsonl`
  expect(runOf(name, bytes)).toBe(THREAD)
  expect(runOf(`${name}.zst`, zstdCompressSync(bytes))).toBe(THREAD)
})

it('what is packed otherwise than its name says has no head', () => {
  expect(runOf(`rollout-2026-11-18T11-38-19-${THREAD}.jsonl.zst`, Buffer.from('{"type":"session_meta"}\n'))).toBeNull()
})
