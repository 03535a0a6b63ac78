import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LaunchFamily } from './LaunchFamily'
import { readProcesses } from './readProcesses'

let child: ChildProcess
let family: LaunchFamily
let isThere = true

const names = () => (family.members() ?? []).map(({ name }) => name).sort()
const stopped = () => (family.members() ?? []).map(({ isStopped }) => isStopped)

describe.runIf(process.platform === 'linux')('what a process has started', () => {
  beforeEach(async () => {
    isThere = true
    // One beside it, one in a session of its own below another.
    child = spawn('sh', ['-c', "sleep 300 & setsid sh -c 'sleep 301; true' & wait"], { detached: true, stdio: 'ignore' })
    family = new LaunchFamily(() => (isThere ? (child.pid ?? 0) : 0))
    await expect.poll(() => names()).toEqual(['sh', 'sleep', 'sleep'])
  })
  afterEach(() => {
    for (const { pid } of family.members() ?? []) process.kill(pid, 'SIGKILL')
    child.kill('SIGKILL')
  })

  it('stands still and goes on with it, in whatever group', async () => {
    expect(family.signal('SIGSTOP')).toBe(true)
    await expect.poll(() => stopped()).toEqual([true, true, true])
    expect(family.signal('SIGCONT')).toBe(true)
    await expect.poll(() => stopped()).toEqual([false, false, false])
  })

  it('is known when its parent is gone, also to the next who looks, and ends by a word', async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    isThere = false
    const later = new LaunchFamily(() => 0, family.members() ?? [])
    expect((later.members() ?? []).map(({ name }) => name).sort()).toEqual(['sh', 'sleep', 'sleep'])
    later.signal('SIGSTOP')
    await later.end()
    expect([later.members(), names()]).toEqual([[], []])
  })

  it('takes nobody else for it who was given its number', () => {
    const known = (family.members() ?? []).map((one) => ({ ...one, start: '1' }))
    expect(new LaunchFamily(() => 0, known).members()).toEqual([])
  })
})

it('says where a system does not tell', () => {
  const blind = new LaunchFamily(
    () => 1,
    [],
    () => readProcesses('/nowhere'),
  )
  expect([blind.members(), blind.signal('SIGSTOP')]).toEqual([null, false])
})
