import type { World } from '../harness/World'
import { sessionFile } from '../sessionFile'
import { StoryTranscript } from './StoryTranscript'

interface Other {
  readonly title: string
  readonly project: string
  readonly hoursAgo: number
  readonly agents: number
  readonly ends: 'completed' | 'failed' | 'interrupted'
}

const other = (title: string, project: string, hoursAgo: number, agents: number, ends: Other['ends'] = 'completed'): Other => ({
  title,
  project,
  hoursAgo,
  agents,
  ends,
})

const OTHERS: readonly Other[] = [
  other('Upgrade to React 19.2', 'web', 2, 14),
  other('Bisect the memory leak in the image worker', 'images', 3, 6, 'failed'),
  other('Review PR 4127', 'api', 4, 3),
  other('Sketch the audit-log schema', 'api', 5, 0, 'interrupted'),
  other('Translate the onboarding mails', 'mails', 7, 9),
  other('Split the billing module', 'billing', 26, 21),
  other('Try the new bundler', 'web', 28, 1, 'interrupted'),
  other('Explain the retry queue', 'queue', 30, 2),
  other('Write the RFC for tenant limits', 'docs', 80, 4),
  other('Delete dead feature flags', 'web', 84, 17),
  other('Ein sehr langer Titel, der nirgends hineinpasst und deshalb am Ende abgeschnitten werden muss', 'docs', 200, 1),
  other('ترجمة صفحة الدخول', 'web', 900, 2),
]

/** A week of work in other projects, so that the list has its sections. */
export function placeOtherRuns(world: World): void {
  for (const [index, run] of OTHERS.entries()) placeOther(world, run, index)
}

function placeOther(world: World, { title, project, hoursAgo, agents, ends }: Other, index: number): void {
  const session = `5e550000-0000-4000-8000-0000000000${index.toString(16).padStart(2, '0')}`
  const startMs = Date.now() - hoursAgo * 3_600_000 - 600_000
  const who = { session, cwd: `/home/dev/acme/${project}`, branch: 'main', model: 'claude-sonnet-4-5-20250929', startMs }
  const main = new StoryTranscript({ ...who, agent: null }).bare({ type: 'ai-title', aiTitle: title }).prompt(0, title)
  for (let n = 0; n < agents; n++) {
    const agent = `a5e55${index.toString(16).padStart(4, '0')}0000${n.toString(16).padStart(4, '0')}`
    const call = `toolu_${index}_${n}`
    const input = {
      description: `Part ${n + 1} of it`,
      prompt: `part ${n + 1}`,
      subagent_type: n % 3 ? 'general-purpose' : 'Explore',
    }
    main.call(2 + n * 4, call, 'Agent', input, 9_000).result(5 + n * 4, call, 'Done.', { status: 'completed', agentId: agent })
    const part = new StoryTranscript({ ...who, agent }).prompt(3 + n * 4, input.prompt).answer(4 + n * 4, 'Done.', 40_000)
    world.writeFile(sessionFile(project, session, agent), part.text)
    const meta = { agentType: input.subagent_type, description: input.description, toolUseId: call, spawnDepth: 1 }
    world.writeFile(sessionFile(project, session, agent).replace(/jsonl$/, 'meta.json'), JSON.stringify(meta))
  }
  if (ends === 'failed') main.fail(500, 'API Error: 400 the prompt is too long')
  else if (ends === 'interrupted')
    main
      .call(500, 'toolu_cut', 'Bash', { command: 'sleep 100' })
      .prompt(510, [{ type: 'text', text: '[Request interrupted by user]' }])
  else main.answer(500, `**Done**: ${title}.`, 30_000)
  world.writeFile(sessionFile(project, session), main.text)
}
