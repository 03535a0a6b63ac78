import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import { openPageClient, type PageClient } from '../../testing/pageClient'
import { makeTemporaryHost, type TemporaryHost } from '../../testing/temporaryHost'
import { RUN, TranscriptWriter } from '../../testing/writeSession'

const uri = RunUri.parse(`claude://${RUN}`)

let temporary: TemporaryHost
let project: string
beforeEach(() => {
  temporary = makeTemporaryHost()
  project = temporary.place.at('../acme')
  temporary.place.write(new TranscriptWriter().prompt(0, 'Go', { cwd: project }).text(1, 'Gone').source())
})
afterEach(() => temporary.close())

function define(colour: string, type = 'looker', folder = join(project, '.claude', 'agents')): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${type.slice(0, 20)}.md`), `---\nname: ${type}\ncolor: ${colour}\n---\nLook.\n`)
}

const asked = (page: PageClient, run = uri) => page.client.call('readTypeColours', { run })

it('tells what the project and the person have defined, followed or not, and a change when it is asked again', async () => {
  define('green')
  define('red', 'mine', temporary.place.at('agents'))
  const page = await openPageClient(await temporary.open())
  const mine = { type: 'mine', colour: '#dc2626' }
  expect(await asked(page)).toEqual([{ type: 'looker', colour: '#16a34a' }, mine])
  await page.client.call('followRun', { run: uri })
  define('"#123456"')
  expect(await asked(page)).toEqual([{ type: 'looker', colour: '#123456' }, mine])
})

it('a folder that is gone and a run that nobody knows have none, and that is no fault', async () => {
  define('green')
  const page = await openPageClient(await temporary.open())
  rmSync(project, { recursive: true })
  expect(await asked(page)).toEqual([])
  expect(await asked(page, RunUri.parse('claude://11111111-2222-4333-8444-555555555555'))).toEqual([])
  expect(await asked(page, RunUri.parse('nobody://x'))).toEqual([])
  expect(page.notices).toEqual([])
  expect(page.troubles).toEqual([])
})

it('names too long for the wire are left out, and so is what is more than it takes', async () => {
  define('green', 'x'.repeat(500))
  for (let i = 0; i < 300; i++) {
    define('blue', `project-${i}`)
    define('blue', `person-${i}`, temporary.place.at('agents'))
  }
  const page = await openPageClient(await temporary.open())
  const colours = await asked(page)
  expect(colours).toHaveLength(500)
  expect(new Set(colours.map(({ colour }) => colour))).toEqual(new Set(['#2563eb']))
})

it('a demo has none: its folders are made up, and a person’s own definitions have no business there', async () => {
  const page = await openPageClient(await temporary.open({ demoSpeed: 200 }))
  define('"#00ff00"', 'general', temporary.place.at('../.config/opencode/agent'))
  await page.client.call('followRuns', {})
  await page.client.call('playDemo', { isPlaying: true })
  const played = () => [...page.rows.values()].find(({ provider, cwd }) => provider === 'opencode' && cwd !== null)
  await page.until(() => played() !== undefined)
  expect(await asked(page, played()?.uri)).toEqual([])
})
