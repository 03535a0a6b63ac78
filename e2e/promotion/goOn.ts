import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { claudePromotion } from '../../src/connect/claude/promote/claudePromotion'
import type { Promoted, PromotionRefusal, PromotionRequest } from '../../src/core/promotion'
import type { Result } from '../../src/shared/result'
import { fingerprint } from '../../test/harness/fingerprint'
import type { ApiMessage } from '../../test/mocks/anthropic/scenario'
import { installCli } from '../installCli'
import { claudeEnvironment, parseStreamLine } from '../startClaude'
import { startProgram } from '../startProgram'
import type { ClaudeSession } from '../withClaude'

/** The transcript of the agent that was asked this, its path below the root. */
export function transcriptOf({ workspace }: ClaudeSession, prompt: string): string {
  const found = readdirSync(workspace.root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /agent-[^/]*\.jsonl$/.test(path))
    .find((path) => firstPrompt(join(workspace.root, path)).includes(prompt))
  if (found === undefined) throw new Error(`no agent was asked ${prompt}`)
  return found
}

/** Where the run's own conversation lies, its path below the root. */
export function mainTranscript({ workspace, id }: ClaudeSession): string {
  const found = readdirSync(workspace.root, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(`${id}.jsonl`))
  if (found === undefined) throw new Error(`no transcript of ${id}`)
  return found
}

/** A fork has no prompt of its own: its task stands beside the first result. */
function firstPrompt(path: string): string {
  const line = readFileSync(path, 'utf8')
    .split('\n')
    .find((each) => each.includes('"type":"user"'))
  return line ?? ''
}

export async function promoteIn(
  session: ClaudeSession,
  source: string,
  more: Partial<PromotionRequest> = {},
): Promise<Result<Promoted, PromotionRefusal>> {
  const { workspace, id, version } = session
  const agent = basename(source, '.jsonl').replace('agent-', '')
  const request: PromotionRequest = {
    root: workspace.root,
    source,
    run: id,
    agent,
    agentType: null,
    description: null,
    at: null,
    openCalls: 'answer',
    folder: null,
    version,
    isRunning: false,
    title: null,
    nowMs: Date.now(),
    ...more,
  }
  return claudePromotion.promote(request)
}

/** Content, size, mode and time of every transcript that is there now. */
export function originalsOf({ workspace }: ClaudeSession): ReadonlyMap<string, string> {
  const all = Object.entries(fingerprint(join(workspace.root, 'projects')))
  return new Map(all.filter(([path]) => /\.(jsonl|meta\.json)$/.test(path)))
}

export interface WentOn {
  readonly code: number | null
  readonly stderr: string
  /** What the model was sent for the new prompt. */
  readonly messages: readonly ApiMessage[]
  readonly system: string
  readonly tools: readonly string[]
  readonly model: string
}

/** Resumes a promoted session as its plan says, headless, with one more prompt. */
export async function goOn(session: ClaudeSession, { argv, folder }: Promoted, prompt: string): Promise<WentOn> {
  const { workspace, version, model } = session
  const cli = installCli('claude', version)
  const stream = ['--output-format', 'stream-json', '--verbose', '--permission-mode', 'bypassPermissions']
  const plan = { cli, args: ['-p', prompt, ...stream, ...argv], cwd: folder, env: claudeEnvironment(workspace, model.url) }
  const claude = startProgram(plan, parseStreamLine)
  const code = await claude.ended
  const served = model.served.findLast(
    ({ request }) => (request.tools?.length ?? 0) > 0 && JSON.stringify(request.messages).includes(prompt),
  )
  const request = served?.request
  return {
    code,
    stderr: claude.stderr(),
    messages: request?.messages ?? [],
    system: JSON.stringify(request?.system ?? ''),
    tools: (request?.tools ?? []).flatMap(({ name }) => name ?? []),
    model: request?.model ?? '',
  }
}
