import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { typeColours } from './typeColours'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory-colours-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (path: string): string => join(folder, path)
const put = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
const agent = (name: string, says: string): string => `---\nname: ${name}\ndescription: Looks\n${says}\n---\nYou look.\n`
const coloursIn = async (project: string): Promise<Record<string, string>> =>
  Object.fromEntries(await typeColours(at('person'), at(project)))

it('the nearest definition of a name counts, up to the top of the repository, then the person’s own', async () => {
  put('.claude/agents/outside.md', agent('outside', 'color: red'))
  put('shop/.git/HEAD', 'ref: refs/heads/main')
  put('shop/.claude/agents/a.md', agent('looker', 'color: green'))
  put('shop/.claude/agents/deep/er/b.md', agent('deep', 'color: "cyan" # calm'))
  put('shop/api/.claude/agents/a.md', agent('looker', 'color: purple'))
  put('person/agents/a.md', agent('looker', 'color: red'))
  put('person/agents/b.md', agent('mine', "color: '#FA0'"))
  put('shop/api/src/index.ts', '')
  expect(await coloursIn('shop/api/src')).toEqual({ looker: '#9333ea', deep: '#0891b2', mine: '#ffaa00' })
})

it('a definition without a colour hides the one behind it: the agent has none', async () => {
  put('shop/.claude/agents/a.md', agent('looker', 'model: opus'))
  put('person/agents/a.md', agent('looker', 'color: red'))
  expect(await coloursIn('shop')).toEqual({})
})

it('what is broken, strange or hostile is no colour, and takes nothing else along', async () => {
  put('shop/.claude/agents/a.md', 'color: red')
  put('shop/.claude/agents/b.md', '---\ncolor: red\n---\nnameless')
  put('shop/.claude/agents/c.md', agent('mauve', 'color: mauve'))
  put('shop/.claude/agents/d.md', agent('inject', 'color: "red;} * { display: none"'))
  put('shop/.claude/agents/e.md', `---\nname: large\ncolor: red\n---\n${'x'.repeat(2 << 20)}`)
  put('shop/.claude/agents/f.md', Buffer.from([0xff, 0xfe, 0x00]).toString('latin1'))
  put('shop/.claude/agents/g.md/inside.txt', 'a folder with the name of a file')
  execFileSync('mkfifo', [at('shop/.claude/agents/h.md')])
  symlinkSync(at('shop'), at('shop/.claude/agents/circle'))
  symlinkSync(at('nowhere.md'), at('shop/.claude/agents/i.md'))
  put('shop/.claude/agents/z.md', agent('__proto__', 'color: blue'))
  const colours = await typeColours(at('person'), at('shop'))
  expect([...colours]).toEqual([['__proto__', '#2563eb']])
})

it('a definition that changes is told as it is', async () => {
  put('shop/.claude/agents/a.md', agent('looker', 'color: red'))
  expect(await coloursIn('shop')).toEqual({ looker: '#dc2626' })
  put('shop/.claude/agents/a.md', agent('looker', 'color: blue'))
  expect(await coloursIn('shop')).toEqual({ looker: '#2563eb' })
  rmSync(at('shop'), { recursive: true })
  expect(await coloursIn('shop')).toEqual({})
})
