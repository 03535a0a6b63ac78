// A later start over 5 000 files of which 1 % have grown, against the bare walk and stat of the same tree: `starting <root>`.
import { appendFileSync, cpSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openBench, scratchFolder } from './measure/openBench'
import { report } from './measure/report'

const CHANGED_SHARE = 0.01
const GROWTH_BYTES = 20_000
const ROUNDS = 7

function walk(folder: string, files: string[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) walk(path, files)
    else if (statSync(path).size > 0) files.push(path)
  }
}

function grow(paths: readonly string[], round: number): void {
  const step = Math.round(1 / CHANGED_SHARE)
  for (let i = round; i < paths.length; i += step) {
    const path = paths[i] ?? ''
    const uuid = `00000000-0000-4000-8000-${String(round).padStart(4, '0')}${String(i).padStart(8, '0')}`
    const content = [{ type: 'text', text: 'x'.repeat(GROWTH_BYTES) }]
    const message = { model: 'm', id: `msg_${uuid}`, type: 'message', role: 'assistant', content, stop_reason: 'end_turn' }
    const record = {
      parentUuid: null,
      isSidechain: false,
      message,
      type: 'assistant',
      uuid,
      timestamp: '2026-11-30T00:00:00.000Z',
    }
    appendFileSync(path, `${JSON.stringify(record)}\n`)
  }
}

const all = { provider: null, project: null, liveOnly: false, limit: null }
const work = scratchFolder()
const root = join(work, 'root')
const state = join(work, 'state')
cpSync(process.argv[2] ?? '', root, { recursive: true, preserveTimestamps: true })
const first = await openBench(root, state)
await first.list(all)
await first.close()
const walks: number[] = []
const starts: number[] = []
const unchanged: number[] = []
let files: string[] = []
const listOnce = async (): Promise<number> => {
  const began = performance.now()
  const engine = await openBench(root, state)
  await engine.list(all)
  const ms = performance.now() - began
  await engine.close()
  return ms
}
for (let round = 0; round < ROUNDS; round++) {
  files = []
  const began = performance.now()
  walk(root, files)
  walks.push(performance.now() - began)
  grow(
    files.filter((path) => path.endsWith('.jsonl')),
    round,
  )
  starts.push(await listOnce())
  unchanged.push(await listOnce())
}
report({ files: files.length, walkMs: Math.min(...walks), startMs: Math.min(...starts), unchangedMs: Math.min(...unchanged) })
