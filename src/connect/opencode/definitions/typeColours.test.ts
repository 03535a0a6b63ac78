import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { typeColours } from './typeColours'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory-colours-'))
  put('shop/.git/HEAD', 'ref: refs/heads/main')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (path: string): string => join(folder, path)
const put = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
const agent = (says: string): string => `---\ndescription: Looks\nmode: subagent\n${says}\n---\nYou look.\n`
const settings = (agents: Readonly<Record<string, unknown>>): string => JSON.stringify({ agent: agents })
const coloursIn = async (project: string, variables: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> =>
  Object.fromEntries(await typeColours({ HOME: at('person'), ...variables }, at(project)))

it('agents are found in both folders, by the way to their file or by the name they give themselves', async () => {
  put('shop/.opencode/agent/looker.md', agent('color: "#38A3EE"'))
  put('shop/.opencode/agents/review/fast.md', agent('color: accent'))
  put('shop/.opencode/agent/x.md', agent('name: renamed\ncolor: warning'))
  expect(await coloursIn('shop/api')).toEqual({ looker: '#38a3ee', 'review/fast': '#9d7cd8', renamed: '#f5a742' })
})

it('its own folders go before plain settings, the project’s before the person’s', async () => {
  put('shop/.opencode/agent/a.md', agent('color: "#00000a"'))
  put('shop/.opencode/opencode.json', settings({ a: { color: '#00001a' }, b: { color: '#00001b' } }))
  put('person/.config/opencode/agents/b.md', agent('color: "#00002b"'))
  put('person/.config/opencode/agents/c.md', agent('color: "#00002c"'))
  put('shop/opencode.jsonc', `// ours\n${settings({ c: { color: '#00003c' }, d: { color: '#00003d' } })}`)
  put('person/.config/opencode/opencode.json', settings({ d: { color: '#00004d' }, e: { color: '#00004e' } }))
  put('opencode.json', settings({ f: { color: '#00005f' } }))
  const due = { a: '#00000a', b: '#00001b', c: '#00002c', d: '#00003d', e: '#00004e' }
  expect(await coloursIn('shop/api')).toEqual(due)
})

it('goes where the variables lead', async () => {
  put('other/opencode/agent/a.md', agent('color: info'))
  put('chosen/agent/b.md', agent('color: error'))
  put('one.json', settings({ c: { color: 'success' } }))
  put('person/.config/opencode/agent/d.md', agent('color: info'))
  const variables = { XDG_CONFIG_HOME: at('other'), OPENCODE_CONFIG_DIR: at('chosen'), OPENCODE_CONFIG: at('one.json') }
  expect(await coloursIn('shop', variables)).toEqual({ a: '#56b6c2', b: '#e06c75', c: '#7fd88f' })
})

it('what is broken or hostile is no colour, and takes nothing else along', async () => {
  put('shop/.opencode/agent/a.md', agent('color: red'))
  put('shop/.opencode/agent/b.md', agent('color: "#ff0000;}"'))
  put('shop/.opencode/opencode.jsonc', '{ "agent": ')
  put('shop/.opencode/opencode.json', settings({ c: null, d: 'x', e: { color: ['#fff'] }, f: { color: 'url(x)' } }))
  put('shop/opencode.json', '{"agent":{"__proto__":{"color":"#00003c"}}}')
  const colours = await typeColours({ HOME: at('person') }, at('shop'))
  expect([...colours]).toEqual([['__proto__', '#00003c']])
})
