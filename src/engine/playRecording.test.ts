import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { playedProcesses } from './playedProcesses'
import { playRecording } from './playRecording'
import { listRecordings, readRecording } from './readRecording'

const fixture = join(import.meta.dirname, '../../fixtures/claude/2.1.327/nested')

let target = ''
beforeEach(async () => {
  target = await mkdtemp(join(tmpdir(), 'understory-play-'))
})
afterEach(() => rm(target, { recursive: true, force: true }))

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : [])).sort()
}

const times = /"\d{4}-\d\d-\d\dT[\d:.]+Z"|:1\d{12}(?=[,}])/g

describe('playRecording', () => {
  it('ends with the recorded files, byte for byte but for the times, which are of today', async () => {
    const recording = await readRecording(fixture, 'nested')
    if (!recording.ok) throw new Error(recording.failure)
    const startAt = Date.now()
    await playRecording(recording.value, { target, speed: 50, signal: new AbortController().signal })
    const played = await filesBelow(target)
    expect(played).toEqual(await filesBelow(recording.value.root))
    for (const path of played) {
      const was = await readFile(join(recording.value.root, path), 'utf8')
      const is = await readFile(join(target, path), 'utf8')
      expect(is.length).toBe(was.length)
      expect(is.replace(times, 'T')).toBe(was.replace(times, 'T'))
    }
    const main = await readFile(join(target, played.find((path) => /^projects\/[^/]+\/[^/]+\.jsonl$/.test(path)) ?? ''), 'utf8')
    const stamps = [...main.matchAll(/"timestamp":"([^"]+)"/g)].map(([, stamp]) => Date.parse(stamp ?? ''))
    expect(stamps.length).toBeGreaterThan(5)
    expect(Math.min(...stamps)).toBeGreaterThan(startAt - 2000)
    expect(Math.max(...stamps)).toBeLessThan(Date.now() + 2000)
  })

  it('registers a process that lives as long as the play', async () => {
    const recording = await readRecording(fixture, 'nested')
    if (!recording.ok) throw new Error(recording.failure)
    const events = recording.value.events.filter((event) => event.op !== 'delete')
    const signal = new AbortController()
    const last = events.at(-1)!
    const stays = { ...recording.value, events: [...events, { ...last, t: last.t + 60_000_000 }] }
    const playing = playRecording(stays, { target, speed: 1000, signal: signal.signal })
    await expect.poll(() => readdir(join(target, 'sessions')).catch(() => []), { timeout: 5000 }).toHaveLength(1)
    const [name = ''] = await readdir(join(target, 'sessions'))
    const pid = Number.parseInt(name, 10)
    const text = await readFile(join(target, 'sessions', name), 'utf8')
    expect(text).toContain(`"pid":${pid},`)
    expect(text).not.toContain('procStart')
    expect(playedProcesses.look(pid)).not.toBeNull()
    signal.abort()
    await playing
    expect(playedProcesses.look(pid)).toBeNull()
  })

  it('never writes beside its folder', async () => {
    const events = [{ t: 0, op: 'put' as const, path: '../outside.txt', text: 'x' }]
    await playRecording(
      { name: 'x', provider: 'p', root: fixture, events },
      { target: join(target, 'in'), speed: 1, signal: new AbortController().signal },
    )
    expect(await filesBelow(target)).toEqual([])
  })

  it('a folder without recordings has none; a broken one is said', async () => {
    expect(await listRecordings(join(target, 'nowhere'))).toEqual({ recordings: [], failures: [] })
    expect((await listRecordings(join(fixture, 'claude-home'))).failures[0]).toContain('replay.json')
  })
})
