import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { planChain } from '../../../core/providers/claude/promote/planChain'
import { TranscriptWriter } from '../../../testing/writeSession'
import { readOutlines } from './readOutlines'
import { sessionLines } from './sessionLines'

let base: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'understory-lines-')))
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

it('a transcript that was replaced after it was planned is not mixed up with it', async () => {
  const path = join(base, 'agent-a1.jsonl')
  const bytes = new TranscriptWriter('a1').prompt(1, 'Go.').text(2, 'Gone.').source().bytes
  writeFileSync(path, bytes)
  const { records, damage } = await readOutlines(path, 0)
  const chain = planChain({ records, damage, agent: 'a1', isOwnFile: true, parent: null, at: null, openCalls: 'answer' })
  if (!chain.ok) throw new Error(chain.failure.message)
  const origin = { provider: 'claude', sessionId: 'r', agent: 'a1' }
  const text = { chain: chain.value, files: [path], session: 's', folder: base, origin, title: 't', setting: null, nowMs: 0 }
  expect(await all(sessionLines(text))).toHaveLength(3)
  writeFileSync(path, bytes.toString('utf8').replaceAll('a1-', 'b1-'))
  await expect(all(sessionLines(text))).rejects.toThrow('has changed while it was read')
})

it('lines longer than a chunk, with a byte order mark before them', async () => {
  const path = join(base, 'long.jsonl')
  const long = (uuid: string, letters: number) =>
    JSON.stringify({ type: 'user', uuid, message: { role: 'user', content: 'ü'.repeat(letters) } })
  const lines = [long('a', 10), long('b', 1_500_000), long('c', 3), long('d', 2_000_000)]
  writeFileSync(path, `\uFEFF${lines.join('\n')}\n\n{"torn`)
  const { records, damage, isTorn } = await readOutlines(path, 0)
  expect([records.map(({ uuid }) => uuid), damage, isTorn]).toEqual([['a', 'b', 'c', 'd'], [], true])
  expect(records.map(({ place }) => place.length)).toEqual(lines.map((line) => Buffer.byteLength(line)))
})

async function all(lines: AsyncIterable<unknown>): Promise<unknown[]> {
  const taken: unknown[] = []
  for await (const line of lines) taken.push(line)
  return taken
}
