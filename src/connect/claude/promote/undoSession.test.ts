import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { undoSession } from './undoSession'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory-undo-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('takes away what nobody has gone on with, and nothing else', async () => {
  const file = join(folder, 'a.jsonl')
  writeFileSync(file, '{}\n')
  const undo = await undoSession(file)
  await undo()
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, '{}\n')
  const late = await undoSession(file)
  appendFileSync(file, '{"said":"by the program"}\n')
  await late()
  expect(existsSync(file)).toBe(true)
  await (await undoSession(join(folder, 'none')))()
})
