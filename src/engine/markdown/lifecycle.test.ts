import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeTemporaryRoot, type TemporaryRoot } from '../../testing/temporaryRoot'
import { subjectOf, writeMarkdown } from './writeMarkdown'

const FIXTURES = join(import.meta.dirname, '../../../fixtures/codex/0.169.0')

let place: TemporaryRoot
beforeEach(() => {
  place = makeTemporaryRoot()
})
afterEach(() => place.close())

/** Events in the life of one agent, in order: time, kind, words. */
async function linesOf(scenario: string, run: string, agent: string): Promise<readonly (readonly string[])[]> {
  const engine = await place.open({ roots: { codex: join(FIXTURES, scenario, 'codex-home') } })
  const target = await engine.resolve('codex', run, agent)
  if (!target.ok) throw new Error(target.failure.message)
  const tree = await engine.tree(target.value.run)
  if (!tree.ok) throw new Error(tree.failure.message)
  const parts: string[] = []
  const sink = { write: (part: string) => void parts.push(part), stopped: { aborted: false } }
  await writeMarkdown(engine, tree.value, subjectOf(tree.value, target.value) ?? null, sink)
  const [, life = ''] = /## Lifecycle \(Parent Thread\)\n\n([\s\S]*?)\n\n## /.exec(parts.join('')) ?? []
  return life.split('\n').map((line) => line.slice(2).split(' · '))
}

async function lifeOf(scenario: string, run: string, agent: string): Promise<readonly string[]> {
  const lines = await linesOf(scenario, run, agent)
  return lines.map(([time = '', kind = '']) => (Number.isNaN(Date.parse(time)) ? `no time: ${time}` : kind))
}

it('[S4.15] spawn, wait, send, close and resume, each with its result and the notices between', async () => {
  const life = await lifeOf('v1-lifecycle', '01a1ee73-8000-7180-ab51-e47c862391e0', '01a1ee73-807e-75e2-b9c9-49bd758df08d')
  expect(life.join(' ')).toBe(
    'spawn result wait result notification send result wait result close result wait result send result resume result send result wait result notification',
  )
})

it('[S4.15] the second runtime: its waits name nobody, and its letters go by paths', async () => {
  const life = await lifeOf('v2-tree', '01a1ee75-964b-7363-ae93-3b5c85dc3149', '01a1ee75-96b2-72c0-a5c5-e3304fa836ef')
  expect(life.join(' ')).toBe(
    'spawn result wait notification result notification send result wait notification result notification',
  )
})

it('[S4.15] what was sent to an agent that had been closed is said to have failed, and why', async () => {
  const agent = '01a1ee73-807e-75e2-b9c9-49bd758df08d'
  const lines = await linesOf('v1-lifecycle', '01a1ee73-8000-7180-ab51-e47c862391e0', agent)
  const results = lines.flatMap(([, kind, words = '']) => (kind === 'result' ? [words.replace(/: \{.*/, '')] : []))
  expect(results.filter((words) => !words.startsWith('wait'))).toEqual([
    'spawn ok',
    'send ok',
    'close ok',
    `send failed: agent with id ${agent} not found`,
    'resume ok',
    'send ok',
  ])
})
