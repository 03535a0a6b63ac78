import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AgentKey } from '../../shared/ids'
import type { LinkChange } from '../../shared/linkChange'
import type { LinkAct } from './linkAct'
import { type LinkStore, openLinkStore } from './linkStore'

const RUN = 'claude://run'
let folder: string
let warnings: string[]
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'understory-links-')), 'state')
  warnings = []
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const open = (): LinkStore => openLinkStore(folder, (message) => warnings.push(message))
const path = () => join(folder, 'links.json')

function act(id: string, change: LinkChange, run = RUN): LinkAct {
  const place = { key: AgentKey.parse(id), parent: null, call: null, evidence: 'none' as const, hidden: false }
  const at = '2026-01-01T10:00:00.000Z'
  return { at, author: 'person', run, agent: { id, call: null }, change, before: place, after: place, undone: false }
}

const add = (store: LinkStore, one: LinkAct) => store.edit((acts) => ({ acts: [...acts, one], answer: acts.length }))

describe('what people said about links', () => {
  it('is there after a new start, with its author and time', async () => {
    await add(open(), act('a', { kind: 'unlink' }))
    await add(open(), act('b', { kind: 'hide' }, 'claude://other'))
    expect([...open().corrections(RUN)]).toEqual([['a', { kind: 'unlink', at: Date.parse('2026-01-01T10:00:00.000Z') }]])
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ format: 1, acts: [{ author: 'person', run: RUN }, {}] })
    expect(readdirSync(folder)).toEqual(['links.json'])
  })

  it('the last word about an agent counts, and none after clear', async () => {
    const store = open()
    await add(store, act('a', { kind: 'place', parent: AgentKey.parse('b'), call: null }))
    await add(store, act('a', { kind: 'hide' }))
    expect([...store.corrections(RUN).values()]).toMatchObject([{ kind: 'hide' }])
    await add(store, act('a', { kind: 'clear' }))
    expect(store.corrections(RUN).size).toBe(0)
  })

  it('of a call is about its agent once that is known', async () => {
    const store = open()
    await add(store, { ...act('a', { kind: 'hide' }), agent: { id: null, call: 't' } })
    expect([...store.corrections(RUN).keys()]).toEqual(['t'])
    await add(store, { ...act('a', { kind: 'unlink' }), agent: { id: 'a', call: 't' } })
    expect([...store.corrections(RUN).keys()]).toEqual(['a'])
  })

  it('reaches the other process, which is told what changed', async () => {
    const [one, other] = [open(), open()]
    await add(other, act('b', { kind: 'unlink' }, 'claude://other'))
    one.reload()
    const told: string[][] = []
    const stop = one.onChange((runs) => told.push([...runs]))
    const before = one.corrections('claude://other')
    await add(other, act('a', { kind: 'unlink' }))
    expect(one.corrections(RUN).size).toBe(0)
    one.reload()
    one.reload()
    expect(one.corrections(RUN).size).toBe(1)
    expect(one.corrections('claude://other')).toBe(before)
    expect(told).toEqual([[RUN]])
    stop()
    await add(other, act('c', { kind: 'unlink' }))
    one.reload()
    expect(told).toHaveLength(1)
  })

  it('loses nothing when two processes write at once', async () => {
    const stores = [open(), open(), open()]
    await Promise.all(Array.from({ length: 30 }, (_, i) => add(stores[i % 3] ?? open(), act(`a${i}`, { kind: 'unlink' }))))
    expect(open().corrections(RUN).size).toBe(30)
  })

  it('is not held up by a lock that was left behind, nor breaks one that is held', async () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${path()}.lock`, '1')
    const anHourAgo = Date.now() / 1000 - 3600
    utimesSync(`${path()}.lock`, anHourAgo, anHourAgo)
    expect(await add(open(), act('a', { kind: 'unlink' }))).toEqual({ ok: true, value: 0 })
    expect(readdirSync(folder)).toEqual(['links.json'])
  })

  it('is gone when its folder is deleted', async () => {
    const store = open()
    await add(store, act('a', { kind: 'unlink' }))
    rmSync(folder, { recursive: true })
    store.reload()
    expect(store.corrections(RUN).size).toBe(0)
    expect(warnings).toEqual([])
  })
})

describe('a file that is not ours', () => {
  const strange: Readonly<Record<string, string>> = {
    'no JSON': '{"format":1,"acts":[',
    'another format': '{"format":2,"acts":[]}',
    'an act of another shape': '{"format":1,"acts":[{"at":"yesterday"}]}',
    nothing: '',
  }
  it.each(Object.entries(strange))('%s: a warning, and it is kept', async (_, text) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path(), text)
    const store = open()
    expect(store.corrections(RUN).size).toBe(0)
    store.reload()
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(path())
    expect(readFileSync(path(), 'utf8')).toBe(text)
    expect((await add(store, act('a', { kind: 'unlink' }))).ok).toBe(true)
    const aside = readdirSync(folder).find((name) => name.includes('garbled')) ?? ''
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(text)
    expect(warnings[1]).toContain(aside)
    expect(open().corrections(RUN).size).toBe(1)
  })

  it('what was read before stays, and is written back', async () => {
    const store = open()
    await add(store, act('a', { kind: 'unlink' }))
    writeFileSync(path(), '{"format":')
    store.reload()
    expect(store.corrections(RUN).size).toBe(1)
    await add(store, act('b', { kind: 'unlink' }))
    expect(open().corrections(RUN).size).toBe(2)
  })

  it('a folder that cannot be written is told of', async () => {
    mkdirSync(join(folder, '..'), { recursive: true })
    writeFileSync(folder, 'a file')
    const stored = await add(open(), act('a', { kind: 'unlink' }))
    expect(stored.ok).toBe(false)
  })
})
