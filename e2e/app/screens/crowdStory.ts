import type { World } from '../harness/World'
import { sessionFile } from '../sessionFile'
import { StoryTranscript, type Who } from './StoryTranscript'

export const CROWD = 'c0deb0d0-0000-4000-8000-000000000001'

/** How many migrators each codemod starts: 1 284 agents with the codemods themselves. */
const PACKS = [208, 192, 184, 176, 168, 136, 120, 92]
const NAMES = ['core', 'ui', 'auth', 'data', 'billing', 'jobs', 'search', 'mail']

/** The crowd of the drawings: every pack with a few failures, the last three still at work. */
export async function placeCrowdStory(world: World): Promise<void> {
  const startMs = Date.now() - 9_660_000
  const who: Omit<Who, 'agent'> = {
    session: CROWD,
    cwd: '/home/dev/acme/platform',
    branch: 'main',
    model: 'claude-sonnet-4-5-20250929',
    startMs,
  }
  const main = new StoryTranscript({ ...who, agent: null })
    .bare({ type: 'ai-title', aiTitle: 'Migrate 214 packages to ESM' })
    .prompt(0, 'Migrate 214 packages to ESM')
  for (const [index, size] of PACKS.entries()) {
    const agent = `ac0de${index.toString(16).padStart(11, '0')}`
    const call = `toolu_pack_${index}`
    main.call(5 + index, call, 'Agent', {
      description: `@acme/${NAMES[index]}`,
      prompt: `Migrate @acme/${NAMES[index]}`,
      subagent_type: 'codemod',
    })
    placePack(world, who, { index, size, agent, call })
  }
  world.writeFile(sessionFile('acme-platform', CROWD), main.text)
  await world.register(CROWD, { status: 'busy' })
}

interface Pack {
  readonly index: number
  readonly size: number
  readonly agent: string
  readonly call: string
}

function placePack(world: World, who: Omit<Who, 'agent'>, { index, size, agent, call }: Pack): void {
  const codemod = new StoryTranscript({ ...who, agent }).prompt(10, `Migrate @acme/${NAMES[index]}, one agent per package`)
  const atWork = index >= PACKS.length - 3 ? 18 : 0
  for (let n = 0; n < size; n++) {
    const migrator = `ac${index.toString(16)}${n.toString(16).padStart(13, '0')}`
    const migration = `toolu_${index}_${n}`
    const at = 20 + n * 40
    codemod.call(
      at,
      migration,
      'Agent',
      { description: `packages/${NAMES[index]}-${n}`, prompt: `package ${n}`, subagent_type: 'migrator' },
      900,
    )
    const transcript = new StoryTranscript({ ...who, agent: migrator }).prompt(at + 1, `package ${n}`)
    const isBad = n % 47 === 12
    if (n >= size - atWork)
      transcript.call(9_600, `toolu_now_${index}_${n}`, 'Bash', { command: `pnpm --filter ${NAMES[index]}-${n} test` }, 4_000)
    else if (isBad) transcript.fail(at + 20, 'API Error: 529 overloaded')
    else transcript.answer(at + 30, 'Migrated, the tests pass.', 12_000)
    if (n < size - atWork)
      codemod.result(at + 31, migration, isBad ? 'API Error: 529 overloaded' : 'Migrated.', null, isBad ? { is_error: true } : {})
    place(world, migrator, transcript, {
      agentType: 'migrator',
      description: `packages/${NAMES[index]}-${n}`,
      toolUseId: migration,
      spawnDepth: 2,
    })
  }
  place(world, agent, codemod, { agentType: 'codemod', description: `@acme/${NAMES[index]}`, toolUseId: call, spawnDepth: 1 })
}

function place(world: World, agent: string, transcript: StoryTranscript, meta: Readonly<Record<string, unknown>>): void {
  const path = sessionFile('acme-platform', CROWD, agent)
  world.writeFile(path, transcript.text)
  world.writeFile(path.replace(/jsonl$/, 'meta.json'), JSON.stringify(meta))
}
