import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { feedInto, readSources, runOfSource } from '../../testing/readRecording'
import { providers } from '../providers'
import { newForest, runOf, treeOf } from './forest'

const FIXTURES = join(__dirname, '../../../fixtures/claude')
const OPTIONS = { promptWindowMs: 86_400_000, warmupPrompts: new Set(['Warmup']), prices: { dated: '', source: '', models: [] } }

interface ExpectedAgent {
  readonly id: string | null
  readonly call?: string
  readonly parentId?: string | null
  readonly hidden?: string
  readonly optional?: boolean
  readonly noCall?: boolean
  readonly [field: string]: unknown
}

const recordings = readdirSync(FIXTURES).flatMap((version) =>
  existsSync(join(FIXTURES, version, 'x')) || !/^\d/.test(version)
    ? []
    : readdirSync(join(FIXTURES, version)).map((s) => `${version}/${s}`),
)

describe('the forest of every recording is the recorded truth', () => {
  it.each(recordings)('%s', (name) => {
    const [provider] = providers
    if (!provider) throw new Error('no provider')
    const expected = JSON.parse(readFileSync(join(FIXTURES, name, 'expected.json'), 'utf8'))
    const forest = newForest()
    for (const file of readSources(join(FIXTURES, name, 'claude-home'), provider)) {
      const run = runOfSource(file, provider)
      if (run !== null) feedInto(forest, provider, file, run).push(file.bytes)
    }
    const faults: string[] = []
    for (const run of expected.runs) {
      const tree = treeOf(runOf(forest, 'claude', run.id), OPTIONS)
      const all = [...tree.agents, ...tree.unplaced]
      const byKey = new Map(all.map((a) => [a.key as string, a]))
      const matched = new Set<string>()
      for (const e of run.agents as ExpectedAgent[]) {
        const hits = e.id
          ? all.filter((a) => a.id === e.id)
          : all.filter((a) => a.call === e.call && (a.id === null || e.optional))
        for (const a of hits) matched.add(a.key)
        if (e.optional) continue
        if (e.hidden) {
          if (!hits.every((a) => a.hidden === e.hidden)) faults.push(`${e.id} should be hidden`)
          continue
        }
        const [a] = hits
        if (hits.length !== 1 || !a) {
          faults.push(`${e.id ?? e.call}: ${hits.length} nodes`)
          continue
        }
        if (e.parentId !== undefined) {
          const parent = a.parent === null ? null : (byKey.get(a.parent)?.id ?? null)
          if (parent !== e.parentId || tree.unplaced.includes(a)) faults.push(`${a.id}: parent ${parent} should be ${e.parentId}`)
        }
        for (const field of ['phase', 'status', 'depth', 'type', 'description', 'call', 'calls', 'background', 'tools']) {
          const got = JSON.stringify(a[field as keyof typeof a])
          if (field in e && got !== JSON.stringify(e[field]))
            faults.push(`${a.id ?? a.call} ${field} is ${got}, should be ${JSON.stringify(e[field])}`)
          const any = e[`${field}Any`]
          if (Array.isArray(any) && !any.some((x) => JSON.stringify(x) === got))
            faults.push(`${a.id ?? a.call} ${field} is ${got}, should be one of ${any}`)
        }
        for (const [field, value] of Object.entries((e['usage'] as object | undefined) ?? {})) {
          const got = a.usage.own[field as 'input']
          if (got !== value) faults.push(`${a.id} usage.${field} is ${got}, should be ${value}`)
        }
      }
      for (const a of all) if (!matched.has(a.key) && !a.hidden) faults.push(`${a.key} "${a.description}" is not in the truth`)
      if (run.totals && tree.totals.agents !== run.totals.agents)
        faults.push(`totals.agents ${tree.totals.agents}, should be ${run.totals.agents}`)
      for (const field of ['cwd', 'version', 'live'] as const)
        if (run[field] !== undefined && tree[field] !== run[field]) faults.push(`${field} ${tree[field]} should be ${run[field]}`)
    }
    expect(faults).toEqual([])
  })
})
