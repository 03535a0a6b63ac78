import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from './project.mjs'

const folder = mkdtempSync(join(tmpdir(), 'understory-launcher-'))
const home = join(folder, 'a project')
const launcher = join(home, 'bin', 'understory')
const link = join(folder, 'link')
// The handler stands before the line is printed: the test sends its signal as soon as it reads it.
const cli = `
if (process.argv[2] === 'wait') { process.on('SIGINT', () => process.exit(7)); setInterval(() => {}, 1000) }
console.log(JSON.stringify({ args: process.argv.slice(2), pid: process.pid, node: process.versions.node }))
if (process.argv[2] === 'code') process.exit(5)
`

beforeAll(() => {
  mkdirSync(join(home, 'out', 'main'), { recursive: true })
  cpSync(join(projectRoot, 'bin'), join(home, 'bin'), { recursive: true })
  writeFileSync(join(home, 'package.json'), '{"type":"module"}')
  symlinkSync(join(projectRoot, 'node_modules'), join(home, 'node_modules'))
  symlinkSync('a project/bin/understory', link)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each([
  ['as a program', []],
  ['as a script of node', [process.execPath]],
])('bin/understory %s', (_how, before) => {
  const start = (path, args) => [...before, path, ...args]
  const runFrom = (path, args) => {
    const [command, ...rest] = start(path, args)
    return spawnSync(command, rest, { encoding: 'utf8', cwd: folder })
  }

  it('says in one line what to do where nothing is built', () => {
    rmSync(join(home, 'out', 'main', 'cli.js'), { force: true })
    const { status, stderr } = runFrom(launcher, [])
    expect(status).toBe(1)
    expect(stderr).toMatch(/^understory: .*npm run build.*\n$/)
    writeFileSync(join(home, 'out', 'main', 'cli.js'), cli)
  })

  it('passes arguments and exit codes, also through a link', () => {
    for (const path of [launcher, link]) {
      const { stdout, status } = runFrom(path, ['code', 'b c', ''])
      expect(JSON.parse(stdout)).toMatchObject({ args: ['code', 'b c', ''] })
      expect(status).toBe(5)
    }
  })

  it('is the process that gets the signals', async () => {
    const [command, ...rest] = start(launcher, ['wait'])
    const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(child.stdout, 'data')
    expect(JSON.parse(String(line)).pid).toBe(child.pid)
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([7, null])
  })
})

describe('bin/understory under a Node older than the pinned one', () => {
  const node = join(home, 'node_modules', 'node')

  beforeAll(() => {
    rmSync(join(home, 'node_modules'))
    mkdirSync(join(node, 'bin'), { recursive: true })
    writeFileSync(join(node, 'package.json'), '{"version":"99.0.0"}')
    symlinkSync(process.execPath, join(node, 'bin', 'node'))
  })

  it('starts the pinned one and ends as it ends', () => {
    const { stdout, status } = spawnSync(process.execPath, [launcher, 'code'], { encoding: 'utf8' })
    expect(JSON.parse(stdout)).toMatchObject({ args: ['code'] })
    expect(status).toBe(5)
  })

  it('hands signals on', async () => {
    const child = spawn(process.execPath, [launcher, 'wait'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(child.stdout, 'data')
    expect(JSON.parse(String(line)).pid).not.toBe(child.pid)
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([7, null])
  })
})
