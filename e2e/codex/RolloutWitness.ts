import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Witness } from '../Witness'

interface LooseLine {
  readonly ordinal?: number
  readonly type?: string
  readonly payload?: {
    readonly type?: string
    readonly id?: string
    readonly source?: unknown
    readonly parent_thread_id?: string
    readonly subagent_history_start_ordinal?: number
    readonly name?: string
    readonly arguments?: string
    readonly call_id?: string
    readonly output?: unknown
    readonly thread_token_usage?: { readonly total_tokens?: number }
    readonly info?: { readonly total_token_usage?: { readonly total_tokens?: number } } | null
    readonly item?: { readonly type?: string; readonly id?: string; readonly agent_thread_id?: string }
  }
}

/** `{"<agent>":{"errored":…` of a wait, `"agent_id":"<agent>","status":{"errored":…` of a notification, each in JSON inside JSON or not. */
const ERRORED = /"([0-9a-f-]{36})\\*"(?:\s*,\s*\\*"status\\*")?\s*:\s*\{\s*\\*"errored/g

/** One rollout so far. */
interface Rollout {
  offset: number
  thread: string | null
  /** Lines before it are the parent's, copied. */
  ownFrom: number
  totalTokens: number
}

function readFrom(path: string, start: number, end: number): Buffer {
  const handle = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(end - start)
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, start))
  } finally {
    closeSync(handle)
  }
}

function parentOf(source: unknown): string | null {
  const spawn = (source as { subagent?: { thread_spawn?: { parent_thread_id?: unknown } } } | null)?.subagent?.thread_spawn
  return typeof spawn?.parent_thread_id === 'string' ? spawn.parent_thread_id : null
}

/** Looks into the rollouts of Codex. */
export class RolloutWitness extends Witness {
  private readonly folder: string
  private readonly rollouts = new Map<string, Rollout>()
  /** Where an older release copies a parent's history nothing says so but the calls themselves: the first to make one owns it. */
  private readonly owners = new Map<string, string>()

  constructor(root: string) {
    super()
    this.folder = join(root, 'sessions')
  }

  protected override read(): void {
    let names: string[]
    try {
      names = readdirSync(this.folder, { recursive: true, encoding: 'utf8' })
    } catch {
      return
    }
    // By their names, which begin with the time: parents before children.
    for (const name of names.sort()) if (name.endsWith('.jsonl')) this.readNew(join(this.folder, name))
  }

  private readNew(path: string): void {
    const rollout = this.rollouts.get(path) ?? { offset: 0, thread: null, ownFrom: 0, totalTokens: 0 }
    this.rollouts.set(path, rollout)
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (size <= rollout.offset) return
    const bytes = readFrom(path, rollout.offset, size)
    const complete = bytes.subarray(0, bytes.lastIndexOf(10) + 1)
    rollout.offset += complete.length
    for (const line of complete.toString('utf8').split('\n')) {
      if (!line) continue
      for (const [, agent = ''] of line.matchAll(ERRORED)) this.errored.add(agent)
      this.take(rollout, JSON.parse(line) as LooseLine)
    }
  }

  private take(rollout: Rollout, { type, ordinal, payload = {} }: LooseLine): void {
    if (type === 'session_meta' && rollout.thread === null) {
      rollout.thread = payload.id ?? ''
      rollout.ownFrom = payload.subagent_history_start_ordinal ?? 0
      this.seeThread(rollout.thread, parentOf(payload.source) ?? payload.parent_thread_id ?? null)
      return
    }
    const owner = rollout.thread
    if (owner === null || (ordinal !== undefined && ordinal < rollout.ownFrom)) return
    if (payload.type === 'function_call' && payload.name === 'spawn_agent') this.takeCall(owner, payload)
    if (payload.type === 'function_call_output') this.takeChild(owner, payload.call_id ?? '', agentIn(payload.output))
    const { item, info } = payload
    // Newer releases book an answer before its calls have returned, older ones only by their growing total.
    const totalTokens = payload.thread_token_usage?.total_tokens ?? info?.total_token_usage?.total_tokens ?? 0
    if (totalTokens > rollout.totalTokens) this.answers.set(owner, (this.answers.get(owner) ?? 0) + 1)
    rollout.totalTokens = Math.max(totalTokens, rollout.totalTokens)
    if (item?.type === 'SubAgentActivity') this.takeChild(owner, item.id ?? '', item.agent_thread_id ?? null)
  }

  private takeCall(owner: string, { call_id: call = '', arguments: words = '{}' }: NonNullable<LooseLine['payload']>): void {
    if ((this.owners.get(call) ?? owner) !== owner) return
    this.owners.set(call, owner)
    this.seeCall({ call, owner, words: String((JSON.parse(words) as { message?: unknown }).message), child: null, isDone: false })
  }

  private takeChild(owner: string, call: string, child: string | null): void {
    const known = this.stored.get(`${owner} ${call}`)
    if (known && child) this.seeCall({ ...known, child })
  }
}

function agentIn(output: unknown): string | null {
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  return /"agent_id\\?"\s*:\s*\\?"([^"\\]+)/.exec(text)?.[1] ?? null
}
