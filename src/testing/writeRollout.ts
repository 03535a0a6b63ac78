import { treeOf } from '../core/model/forest'
import { codex } from '../core/providers/codex/codex'
import type { TreeView } from '../shared/views'
import { codexForestOf, settleThreads } from './codexRecordings'
import { faultsOf } from './faultsOf'
import { type RecordedSource, VIEW } from './recordings'

type Fields = Readonly<Record<string, unknown>>

const START = Date.parse('2026-11-18T12:00:00.000Z')

/** Id of version 7 of a conversation or a turn made in second `s`; `n` tells those of one second apart. */
export function idAt(s: number, n = 0): string {
  const time = (START + s * 1000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(n).padStart(12, '0')}`
}

/** Lines of one rollout, one call a line. */
export class RolloutWriter {
  readonly lines: string[] = []
  readonly thread: string
  private readonly firstOrdinal: number | null

  constructor(thread: string, { hasOrdinals = true, firstOrdinal = 0 } = {}) {
    this.thread = thread
    this.firstOrdinal = hasOrdinals ? firstOrdinal : null
  }

  record(at: number, type: string, payload: Fields): this {
    const ordinal = this.firstOrdinal === null ? {} : { ordinal: this.firstOrdinal + this.lines.length }
    this.lines.push(JSON.stringify({ timestamp: new Date(START + at * 1000).toISOString(), ...ordinal, type, payload }))
    return this
  }

  /** Its own head, or that of another conversation which it was forked from. */
  head(at: number, fields: Fields = {}): this {
    const timestamp = new Date(START + at * 1000).toISOString()
    const common = { id: this.thread, timestamp, cwd: '/home/dev/acme', cli_version: '0.169.0', source: 'exec' }
    return this.record(at, 'session_meta', { session_id: fields['id'] ?? this.thread, ...common, ...fields })
  }

  /** The head of an agent; `session_id` is the run's. */
  childHead(at: number, run: string, spawn: Fields = {}, fields: Fields = {}): this {
    const source = { subagent: { thread_spawn: { parent_thread_id: run, depth: 1, ...spawn } } }
    return this.head(at, { session_id: run, parent_thread_id: run, source, thread_source: 'subagent', ...fields })
  }

  event(at: number, type: string, fields: Fields = {}): this {
    return this.record(at, 'event_msg', { type, ...fields })
  }

  item(at: number, type: string, fields: Fields = {}): this {
    return this.record(at, 'response_item', { type, ...fields })
  }

  begin(at: number, turn = idAt(at, 900)): this {
    return this.event(at, 'task_started', { turn_id: turn, model_context_window: 1000 })
  }

  end(at: number, fields: Fields = {}): this {
    return this.event(at, 'task_complete', { turn_id: idAt(at, 900), last_agent_message: 'done', ...fields })
  }

  say(at: number, role: 'user' | 'assistant' | 'developer', text: string): this {
    return this.item(at, 'message', { role, content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }] })
  }

  call(at: number, call: string, name: string, args: Fields): this {
    return this.item(at, 'function_call', { name, arguments: JSON.stringify(args), call_id: call })
  }

  answer(at: number, call: string, output: unknown): this {
    return this.item(at, 'function_call_output', { call_id: call, output })
  }

  file(path = `sessions/2026/11/18/rollout-2026-11-18T12-00-00-${this.thread}.jsonl`) {
    const spec = codex.recognise(path)
    if (!spec) throw new Error(`${path} is no rollout`)
    return { path, spec, bytes: Buffer.from(`${this.lines.join('\n')}\n`) }
  }
}

/** Rollouts with the runs they belong to. */
export function rollouts(...writers: readonly RolloutWriter[]): RecordedSource[] {
  return settleThreads(writers.map((writer) => writer.file()))
}

/** The trees of these rollouts, each found without fault. */
export function treesOf(...writers: readonly RolloutWriter[]): TreeView[] {
  const trees = [...codexForestOf(rollouts(...writers)).runs.values()].map((run) => treeOf(run, VIEW))
  for (const tree of trees) {
    const faults = faultsOf(tree)
    if (faults.length > 0) throw new Error(faults.join('; '))
  }
  return trees
}

export function treeOfOne(...writers: readonly RolloutWriter[]): TreeView {
  const [tree, ...more] = treesOf(...writers)
  if (!tree || more.length > 0) throw new Error(`${more.length + 1} runs`)
  return tree
}

/** The run `RUN` at its beginning, and the agent `CHILD` that it calls with `c1`. */
export const RUN = idAt(0)
export const CHILD = idAt(5)

export function root(): RolloutWriter {
  return new RolloutWriter(RUN).head(0).begin(1).say(2, 'user', 'Do it')
}

export function spawned(): RolloutWriter {
  return root()
    .call(3, 'c1', 'spawn_agent', { message: 'Help' })
    .answer(6, 'c1', JSON.stringify({ agent_id: CHILD, nickname: 'Kuhn' }))
}
