import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SourceSpec } from '../core/provider'
import { openFileWarmer } from './fileWarmer'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'warm-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const spec: SourceSpec = { format: 'lines', role: 'main', run: 'r', agent: null, group: null, project: '' }

function handlesIn(path: string): number {
  return readdirSync('/proc/self/fd').filter((name) => linkOf(name).startsWith(path)).length
}

function linkOf(name: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${name}`)
  } catch {
    return ''
  }
}

it.skipIf(process.platform !== 'linux')('keeps no file open, and takes no harm from what cannot be read', async () => {
  const files = Array.from({ length: 300 }, (_, i) => ({ path: `${i}.jsonl`, size: i * 4000, spec }))
  for (const { path, size } of files) if (size % 3 === 0) writeFileSync(join(folder, path), 'x'.repeat(size))
  const warmer = openFileWarmer(folder)
  warmer.warm([...files, { path: 'gone.jsonl', size: 10, spec }, { path: '', size: 10, spec }])
  expect(handlesIn(folder)).toBeGreaterThan(0)
  await expect.poll(() => handlesIn(folder)).toBe(0)
  // It asks again as soon as there is room.
  warmer.warm(files)
  expect(handlesIn(folder)).toBeGreaterThan(0)
  await expect.poll(() => handlesIn(folder)).toBe(0)
})
