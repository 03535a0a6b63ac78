import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { linuxProcesses, parseProcStat } from './linuxProcesses'
import { parseCim, parseTasklist } from './parseCim'
import { parsePs } from './parsePs'
import { listedProcesses } from './processListed'
import type { ProcessLook } from './processTable'
import { createProcessTable, processSourceFor } from './processTable'
import { makeTestFolder } from './watchTestFollower'

const FIELDS_4_TO_22 = '1 42 42 34816 42 4194304 100 0 0 0 1 2 0 0 20 0 11 0 987654'

describe('/proc', () => {
  it.each([
    ['4711 (node) S', { startToken: '987654', parent: 1 }],
    ['4711 (a b) S 1 (x) R', { startToken: '987654', parent: 1 }],
    ['4711 (evil) Z 1 2 3) R', { startToken: '987654', parent: 1 }],
    ['4711 (new\nline) S', { startToken: '987654', parent: 1 }],
    ['4711 (node) Z', null],
    ['4711 (node) X', null],
  ])('%s', (start, look) => {
    expect(parseProcStat(`${start} ${FIELDS_4_TO_22} 1000 2000\n`)).toEqual(look)
  })

  it('a torn or foreign text is unknown', () => {
    expect(parseProcStat('')).toBe('unknown')
    expect(parseProcStat('4711 (node) S 1 2')).toBe('unknown')
    expect(parseProcStat('nonsense')).toBe('unknown')
  })

  it.runIf(process.platform === 'linux')('this process, a child, and a child that has ended', async () => {
    const table = createProcessTable(processSourceFor('linux'), clockThatRuns())
    const own = readFileSync('/proc/self/stat', 'latin1')
    expect(table.startToken(process.pid)).toBe(own.slice(own.lastIndexOf(')') + 2).split(' ')[19])
    expect(table.isAlive(process.pid, table.startToken(process.pid))).toBe('alive')
    expect(table.isAlive(process.pid, '1')).toBe('dead')
    expect(table.isAlive(process.pid, null)).toBe('alive')
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
    const pid = child.pid ?? 0
    const token = table.startToken(pid)
    expect(table.isAlive(pid, token)).toBe('alive')
    child.stdin.end()
    await once(child, 'exit')
    expect(table.isAlive(pid, token)).toBe('dead')
    expect(table.startToken(pid)).toBeNull()
    for (const none of [0, -1, 1.5, Number.NaN]) expect(table.isAlive(none, null)).toBe('dead')
  })

  it('without a mounted /proc nothing is known', () => {
    const folder = makeTestFolder()
    expect(createProcessTable(linuxProcesses(folder.path)).isAlive(1, null)).toBe('unknown')
    mkdirSync(join(folder.path, 'self'))
    writeFileSync(join(folder.path, 'self/stat'), `9 (node) R ${FIELDS_4_TO_22}`)
    expect(createProcessTable(linuxProcesses(folder.path)).isAlive(1, null)).toBe('dead')
    folder.remove()
  })
})

it('asks the system at most once a second for each pid', () => {
  let now = 0
  let asked = 0
  let answer: ProcessLook = { startToken: 'a' }
  const source = {
    look: () => {
      asked++
      return answer
    },
    startedAtMs: () => null,
    refresh: () => Promise.resolve(),
  }
  const table = createProcessTable(source, () => now)
  expect([table.isAlive(7, 'a'), table.isAlive(7, 'b'), table.startToken(7)]).toEqual(['alive', 'dead', 'a'])
  expect(asked).toBe(1)
  answer = null
  now = 999
  expect(table.isAlive(7, 'a')).toBe('alive')
  now = 1000
  expect(table.isAlive(7, 'a')).toBe('dead')
  expect(asked).toBe(2)
})

describe('macOS', () => {
  it('reads ps, zombies left out', () => {
    const list = parsePs(
      '    1 Ss   Mon Nov  2 08:01:09 2026\n  501 S+   Wed Nov 18 14:22:22 2026\n  777 Z    Wed Nov 18 14:22:23 2026\n\n',
    )
    expect([...list]).toEqual([
      [1, { startToken: 'Mon Nov 2 08:01:09 2026' }],
      [501, { startToken: 'Wed Nov 18 14:22:22 2026' }],
    ])
  })
})

describe('Windows', () => {
  it('reads the CIM list', () => {
    const list = parseCim('0,\r\n4,134078800000000000\r\n4711,134078821421234567\r\n88,\r\nGet-CimInstance : Access denied\r\n')
    expect([...list]).toEqual([
      [4, { startToken: '134078800000000000' }],
      [4711, { startToken: '134078821421234567' }],
      [88, { startToken: null }],
    ])
  })

  it('reads the task list', () => {
    const list = parseTasklist(
      '"System Idle Process","0","Services","0","8 K"\r\n"od,d (x).exe","4711","Console","1","12.345 K"\r\nINFO: none\r\n',
    )
    expect([...list]).toEqual([[4711, { startToken: null }]])
  })
})

describe('a list made by a command', () => {
  it('is unknown before the first time and when every command fails; the first that answers is used', async () => {
    let works = true
    const broken = (): Promise<never> => Promise.reject(new Error('no such command'))
    const source = listedProcesses([broken, async () => (works ? new Map([[7, { startToken: null }]]) : new Map())])
    const table = createProcessTable(source)
    expect(table.isAlive(7, null)).toBe('unknown')
    await table.refresh()
    expect([table.isAlive(7, null), table.isAlive(8, null), table.isAlive(7, 'token')]).toEqual(['alive', 'dead', 'unknown'])
    works = false
    await table.refresh()
    expect(table.isAlive(7, null)).toBe('unknown')
  })

  it.runIf(process.platform !== 'win32')('the real ps is understood, where there is one', async () => {
    const table = createProcessTable(processSourceFor('darwin'))
    await table.refresh()
    const seen = table.isAlive(process.pid, null)
    expect(['alive', 'unknown']).toContain(seen)
    if (seen === 'alive') expect(table.startToken(process.pid)).toMatch(/^\w{3} \w{3} \d+ \d\d:\d\d:\d\d \d{4}$/)
  })
})

function clockThatRuns(): () => number {
  let now = 0
  return () => (now += 1000)
}
