import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claude } from '../core/providers/claude/claude'
import { buildCatalog, findSources, headsToRead } from './catalog'
import { warmHeads } from './warmHeads'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heads-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('takes no harm from what is gone, empty or no file, and settles', async () => {
  const paths = Array.from({ length: 90 }, (_, i) => `${i}.jsonl`)
  for (const [i, path] of paths.entries()) if (i % 3 > 0) writeFileSync(join(folder, path), i % 3 === 1 ? '' : `${i}\n`)
  await warmHeads(folder, [...paths, '', 'gone/away.jsonl'])
  await warmHeads(folder, [])
})

it('asks for the heads that the catalog will read, and for no others', () => {
  const project = join(folder, 'projects/acme')
  mkdirSync(project, { recursive: true })
  for (const name of ['run', 'agent-a1', 'agent-b2']) writeFileSync(join(project, `${name}.jsonl`), '{"sessionId":"run"}\n')
  writeFileSync(join(project, 'agent-c3.jsonl'), '')
  const place = { provider: claude, root: folder, store: null }
  const found = findSources(place)
  const knownRun = (path: string) => (path.endsWith('b2.jsonl') ? 'run' : null)
  expect(headsToRead(found, knownRun)).toEqual(['projects/acme/agent-a1.jsonl'])
  const catalog = buildCatalog(place, knownRun, new Map(), found)
  expect(catalog.files.size).toBe(4)
  expect(catalog.files).toEqual(buildCatalog(place, knownRun).files)
})
