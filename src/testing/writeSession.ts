import { claude } from '../core/providers/claude/claude'
import type { RecordedSource } from './recordings'

type Fields = Readonly<Record<string, unknown>>

export const RUN = 'aaaaaaaa-0000-4000-8000-000000000001'
const START = Date.parse('2026-01-01T10:00:00.000Z')
const PROJECT = '-home-dev-acme'

/** Second `s` of the written session, as records write it. */
export function second(s: number): string {
  return new Date(START + s * 1000).toISOString()
}

/** Records of one transcript, one call a record; every record gets an id of its own. */
export class TranscriptWriter {
  readonly lines: string[] = []
  private readonly run: string
  private readonly agent: string | null

  constructor(agent: string | null = null, run: string = RUN) {
    this.agent = agent
    this.run = run
  }

  record(at: number, fields: Fields): this {
    const uuid = `${this.agent ?? 'main'}-${this.lines.length}`
    const own = this.agent === null ? {} : { isSidechain: true, agentId: this.agent }
    const common = { parentUuid: null, isSidechain: false, sessionId: this.run, version: '2.1.327', cwd: '/home/dev/acme' }
    this.lines.push(JSON.stringify({ ...common, ...own, uuid, timestamp: second(at), ...fields }))
    return this
  }

  prompt(at: number, content: unknown, fields: Fields = {}): this {
    return this.record(at, { type: 'user', message: { role: 'user', content }, ...fields })
  }

  /** A response of its own; `stop` null: more of it may follow. */
  say(at: number, content: readonly Fields[], stop: string | null, fields: Fields = {}): this {
    const usage = { input_tokens: 10, cache_creation_input_tokens: 100, cache_read_input_tokens: 1000, output_tokens: 5 }
    const id = `msg-${this.agent ?? 'main'}-${this.lines.length}`
    const message = { id, role: 'assistant', model: 'claude-opus-4-5', content, stop_reason: stop, usage }
    return this.record(at, { type: 'assistant', requestId: `req-${id}`, message, ...fields })
  }

  text(at: number, text: string): this {
    return this.say(at, [{ type: 'text', text }], 'end_turn')
  }

  call(at: number, id: string, input: unknown, name = 'Agent'): this {
    return this.say(at, [{ type: 'tool_use', id, name, input }], 'tool_use')
  }

  result(at: number, id: string, toolUseResult: unknown, block: Fields = {}): this {
    const content = [{ type: 'tool_result', tool_use_id: id, content: 'done', ...block }]
    return this.prompt(at, content, { toolUseResult })
  }

  source(path?: string): RecordedSource {
    const own = this.agent === null ? `${this.run}.jsonl` : `${this.run}/subagents/agent-${this.agent}.jsonl`
    return sourceAt(path ?? `projects/${PROJECT}/${own}`, `${this.lines.join('\n')}\n`, this.run)
  }
}

export function sideFile(agent: string, says: Fields, run: string = RUN): RecordedSource {
  return sourceAt(`projects/${PROJECT}/${run}/subagents/agent-${agent}.meta.json`, JSON.stringify(says), run)
}

export function sourceAt(path: string, text: string, run: string, encoding: 'utf8' | 'latin1' = 'utf8'): RecordedSource {
  const spec = claude.recognise(path)
  if (!spec) throw new Error(`${path} is no source`)
  return { path, bytes: Buffer.from(text, encoding), spec, run }
}

/** A spawning call's input. */
export function task(prompt: string, fields: Fields = {}): Fields {
  return { description: 'task', subagent_type: 'general-purpose', prompt, ...fields }
}

/** What the harness says beside the result of an agent that has ended. */
export function ended(agentId: string): Fields {
  return { status: 'completed', agentId, content: [{ type: 'text', text: 'done' }] }
}
