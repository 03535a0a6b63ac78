import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadPrices, priceFileProblem } from './loadPrices'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory-prices-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const table = { dated: '2026-01-01', source: 'test', models: [{ match: 'm', price: null, context: 5 }] }

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

it('uses a table, and says in words why something else is none', () => {
  const product = write('prices.json', JSON.stringify(table))
  mkdirSync(join(folder, 'sub'))
  expect(priceFileProblem(product)).toBeNull()
  expect(priceFileProblem(join(folder, 'absent'))).toBe('it does not exist')
  expect(priceFileProblem(join(folder, 'sub'))).toBe('it is not a file')
  expect(priceFileProblem(write('text', 'hello'))).toBe('it is not JSON')
  expect(priceFileProblem(write('long', ' '.repeat(1_000_001)))).toBe('it has 1.0 MB, and at most 1.0 MB are read')
  const dear = { input: 1e308, cacheWrite: 0, cacheRead: 0, output: 0 }
  const costly = { ...table, models: [{ match: 'm', price: dear, context: null }] }
  expect(priceFileProblem(write('dear', JSON.stringify(costly)))).not.toBeNull()
  const loaded = loadPrices(product, join(folder, 'absent'))
  expect(loaded.table.models).toHaveLength(1)
  expect(loaded.warning).toBe('the price file is not used: it does not exist')
})

it.skipIf(process.platform === 'win32')('does not wait for a file that never ends', () => {
  const pipe = join(folder, 'pipe')
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
  expect(priceFileProblem(pipe)).toBe('it is not a file')
})
