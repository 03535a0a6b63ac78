import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFolder } from './startFolder'

let base: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'understory-start-')))
  mkdirSync(join(base, 'repo/.claude/worktrees/agent-a1'), { recursive: true })
  mkdirSync(join(base, 'repo/sub'))
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

async function start(question: Partial<Parameters<typeof startFolder>[0]>): Promise<string> {
  const found = await startFolder({ chosen: null, worked: null, run: null, isInWorktree: false, ...question })
  return found.ok ? found.value.slice(base.length) : found.failure.reason
}

describe('startFolder', () => {
  it('is where the agent worked, unless a person chose another', async () => {
    const worked = join(base, 'repo/sub')
    expect(await start({ worked, run: join(base, 'repo') })).toBe('/repo/sub')
    expect(await start({ worked, run: join(base, 'repo'), chosen: base })).toBe('')
  })

  it('of a worktree is the repository', async () => {
    const worked = join(base, 'repo/.claude/worktrees/agent-a1')
    expect(await start({ worked, run: join(base, 'repo') })).toBe('/repo')
    expect(await start({ worked })).toBe('/repo')
    expect(await start({ worked: join(base, 'elsewhere'), run: join(base, 'repo'), isInWorktree: true })).toBe('/repo')
  })

  it('is named by where it really is', async () => {
    symlinkSync(join(base, 'repo'), join(base, 'link'))
    expect(await start({ worked: join(base, 'link') })).toBe('/repo')
  })

  it('is refused where there is none', async () => {
    writeFileSync(join(base, 'file'), '')
    expect([await start({}), await start({ worked: join(base, 'gone') }), await start({ chosen: join(base, 'file') })]).toEqual([
      'folder_gone',
      'folder_gone',
      'folder_gone',
    ])
  })
})
