import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ended, TranscriptWriter, task } from '../../src/testing/writeSession'
import type { World } from './harness/World'
import { sessionFile } from './sessionFile'

const SESSION = 'aaaaaaaa-0000-4000-8000-0000000000c1'

/** Types of its agents, each with what its definition says of a colour; null: there is no definition. */
export const COLOURED = {
  title: 'Prepare the release notes',
  /** Dark: hard to read on the dark theme. */
  guard: { type: 'api-guard', says: 'color: blue', colour: '#2563eb', task: 'Guard the interface' },
  /** Bright: hard to read on the light theme. */
  editor: { type: 'copy-editor', says: 'color: yellow', colour: '#ca8a04', task: 'Edit the copy' },
  /** Known to the program, and the person wants another colour. */
  plan: { type: 'Plan', says: 'color: "#f0f"', colour: '#ff00ff', task: 'Plan the order' },
  plain: { type: 'Explore', says: null, colour: null, task: 'Look for changes' },
  hostile: { type: 'intruder', says: 'color: "red;} * { visibility: hidden"', colour: null, task: 'Break the page' },
} as const

const agents = [COLOURED.guard, COLOURED.editor, COLOURED.plan, COLOURED.plain, COLOURED.hostile]

/** A folder of the run that is really there, unlike those of other made-up runs. */
export function colouredFolder(world: World): string {
  return join(world.workspace.folder, 'release')
}

export function defineAgent(folder: string, type: string, says: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${type}.md`), `---\nname: ${type}\ndescription: Helps\n${says}\n---\nYou help.\n`)
}

/** A run of five agents, of which some have definitions that name a colour. */
export function placeColouredRun(world: World): void {
  const cwd = colouredFolder(world)
  for (const { type, says } of agents) if (says !== null) defineAgent(join(cwd, '.claude', 'agents'), type, says)
  const main = new TranscriptWriter(null, SESSION).prompt(0, COLOURED.title, { cwd })
  for (const [n, { type, task: order }] of agents.entries()) {
    const id = `a0000000000000c${n}`.padEnd(17, '0')
    main.call(n + 1, `call-${n}`, task(order, { description: order, subagent_type: type }))
    const own = new TranscriptWriter(id, SESSION).prompt(n + 1, order, { cwd }).text(n + 10, 'Done.')
    const path = sessionFile('release', SESSION, id)
    world.writeFile(path, `${own.lines.join('\n')}\n`)
    const meta = { agentType: type, description: order, toolUseId: `call-${n}`, spawnDepth: 1 }
    world.writeFile(path.replace(/jsonl$/, 'meta.json'), JSON.stringify(meta))
    main.result(n + 20, `call-${n}`, ended(id))
  }
  world.writeFile(sessionFile('release', SESSION), `${main.text(40, 'All is written.').lines.join('\n')}\n`)
}

/** A person's own definitions of another product. */
export function defineOwnAgent(world: World, type: string, says: string): void {
  const home = world.workspace.env['HOME'] ?? dirname(world.root)
  defineAgent(join(home, '.config', 'opencode', 'agents'), type, says)
}
