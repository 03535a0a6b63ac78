import type { World } from './harness/World'
import { StoryTranscript } from './screens/StoryTranscript'
import { sessionFile } from './sessionFile'

/** The recording's session began at 11:38:19.568. */
const LAUNCHED = Date.parse('2026-11-18T11:38:17.000Z')

export const MIXED = {
  session: 'aaaaaaaa-0000-4000-8000-00000000000d',
  helper: 'a00000000000000d1',
  title: 'Get a second opinion on the packages',
  /** What the helper's shell call starts, in the words of its prompt. */
  guest: 'Review the three packages',
  guestRun: 'codex://01a1ee73-5a29-7fe3-9af8-1a3d7abcd619',
} as const

/** One product's agent lets another product work: a session of the one with a helper that runs the other in its shell. */
export function placeMixedRun(world: World): void {
  world.placeOf('codex', '0.169.0/v1-parallel')
  const { session, helper, title, guest } = MIXED
  const write = (agent: string | null): StoryTranscript =>
    new StoryTranscript({
      ...{ session, agent, cwd: '/home/dev/acme', branch: 'main', model: 'claude-opus-4-5-20251101' },
      startMs: LAUNCHED - 20_000,
    })
  const order = {
    description: 'Ask the other tool',
    prompt: 'Ask the other tool for a review.',
    subagent_type: 'general-purpose',
  }
  const main = write(null)
    .bare({ type: 'ai-title', aiTitle: title })
    .prompt(0, title)
    .call(8, 'toolu_helper', 'Agent', order, 9_000)
    .result(50, 'toolu_helper', 'Three packages, two remarks.', { status: 'completed', agentId: helper })
    .answer(52, 'Both of us would merge it.', 12_000)
  const own = write(helper)
    .prompt(9, order.prompt)
    .call(20, 'toolu_shell', 'Bash', { command: `codex exec "${guest}"` }, 6_000)
    .result(45, 'toolu_shell', 'Three packages, two remarks.', { stdout: 'Three packages, two remarks.' })
    .answer(47, 'Three packages, two remarks.', 7_000)
  world.writeFile(sessionFile('acme', session), main.text)
  world.writeFile(sessionFile('acme', session, helper), own.text)
  const meta = { agentType: 'general-purpose', description: order.description, toolUseId: 'toolu_helper', spawnDepth: 1 }
  world.writeFile(sessionFile('acme', session, helper).replace(/jsonl$/, 'meta.json'), JSON.stringify(meta))
}
