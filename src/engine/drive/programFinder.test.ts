import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DrivenProgram } from '../../core/drive/driver'
import { openProgramFinder, programVariable } from './programFinder'
import { openVersionMemory } from './versionMemory'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory programs ü-'))
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'usual'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const program: DrivenProgram = {
  names: ['toy'],
  usualPlaces: ['~/usual'],
  versionArgv: ['--version'],
  readVersion: (output) => /(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? null,
  oldest: '1.2.0',
  howToGet: 'npm i -g toy',
  innerVariables: [],
}

function put(place: string, script: string): string {
  const path = join(folder, place, 'toy')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

const find = (env: Record<string, string> = {}, versionLimitMs = 5000) => {
  const given = { PATH: `relative:${join(folder, 'bin')}`, ...env }
  const childEnv = { PATH: process.env['PATH'] ?? '' }
  return openProgramFinder({ env: given, home: folder, childEnv, versionLimitMs }).find({ provider: 'log-toy', program }, 'Toy')
}

it('takes the first on the PATH, then the usual places, and a named one before all', async () => {
  const usual = put('usual', 'echo "toy 2.0.0"')
  expect(await find()).toEqual({ ok: true, value: { path: usual, version: '2.0.0' } })
  const first = put('bin', 'echo 3.1.4')
  expect(await find()).toMatchObject({ value: { path: first } })
  expect(await find({ [programVariable('log-toy')]: usual })).toMatchObject({ value: { path: usual } })
})

it.each([
  ['not there', null, /was not found: no "toy"/, /Install it: npm i -g toy/],
  ['too old', 'echo 1.1.9', /1\.1\.9 is too old.*1\.2\.0 or newer/, /Update it/],
  ['garbage', 'head -c 300000 /dev/zero', /something else/, /Run ".*toy --version" in a terminal/],
  ['fails', 'echo boom >&2; exit 3', /ended with exit code 3: boom/, /install it again/],
  ['hangs', 'sleep 60', /does not say its version/, /install it again/],
])('%s: said with what to do', async (_, script, message, advice) => {
  if (script !== null) put('bin', script)
  // Only who says nothing is given up; a busy machine may need a while to start the others.
  const found = await find({}, script?.startsWith('sleep') ? 300 : 10_000)
  if (found.ok) throw new Error('found')
  expect(found.failure.message).toMatch(message)
  expect(found.failure.advice).toMatch(advice)
})

it('a named program that is none is said, and not replaced by another', async () => {
  put('bin', 'echo 2.0.0')
  const found = await find({ [programVariable('log-toy')]: '/nowhere/toy' })
  expect(found).toMatchObject({ ok: false, failure: { message: expect.stringContaining('UNDERSTORY_LOG_TOY_PROGRAM') } })
})

it('asks a program once, and again when it has become another', async () => {
  const count = join(folder, 'count')
  const path = put('bin', `echo asked >> "${count}"; echo 2.0.0`)
  const finder = openProgramFinder({
    env: { PATH: join(folder, 'bin') },
    home: folder,
    childEnv: { PATH: process.env['PATH'] ?? '' },
  })
  const ask = () => finder.find({ provider: 'toy', program }, 'Toy')
  await Promise.all([ask(), ask()])
  await ask()
  expect(readFileSync(count, 'utf8')).toBe('asked\n')
  utimesSync(path, 1, 1)
  await ask()
  expect(readFileSync(count, 'utf8')).toBe('asked\nasked\n')
})

it('a slow one is waited for and told of, and asked no more, by no program of ours, until it is another', async () => {
  const count = join(folder, 'count')
  const gate = join(folder, 'gate')
  execFileSync('mkfifo', [gate])
  const path = put('bin', `echo asked >> "${count}"; read go < "${gate}"; echo 2.0.0`)
  // A program of its own size: it starts no other.
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n#${'x'.repeat(70_000)}\n`)
  let at = 1000
  const told: string[] = []
  const open = () =>
    openProgramFinder({
      ...{ env: { PATH: join(folder, 'bin') }, home: folder, childEnv: { PATH: process.env['PATH'] ?? '' } },
      ...{ memory: openVersionMemory(folder, () => at), onSlow: (message: string) => void told.push(message) },
    }).find({ provider: 'toy', program }, 'Toy')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const finding = open()
  vi.advanceTimersByTime(14_000)
  vi.useRealTimers()
  expect(told).toEqual(['Toy takes long to say its version: it is waited for, up to 15 s.'])
  writeFileSync(gate, 'go\n')
  expect(await finding).toMatchObject({ ok: true, value: { version: '2.0.0' } })
  at += 365 * 24 * 3600_000
  expect(await open()).toMatchObject({ ok: true, value: { version: '2.0.0' } })
  expect(readFileSync(count, 'utf8')).toBe('asked\n')
  put('bin', `echo asked >> "${count}"; echo 2.1.0`)
  expect(await open()).toMatchObject({ ok: true, value: { version: '2.1.0' } })
  // So small a one may start another: after a while it is asked again.
  await open()
  at += 3600_000
  await open()
  expect(readFileSync(count, 'utf8')).toBe('asked\nasked\nasked\n')
})
