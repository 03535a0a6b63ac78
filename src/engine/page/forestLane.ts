import type { ForestFrame } from '../../shared/forestFrame'
import type { AgentKey } from '../../shared/ids'
import { AgentView, RunRow } from '../../shared/views'
import { clampAgent } from './clampAgent'
import { clampRow } from './clampRow'
import type { Follower, FollowerChange } from './followers'
import type { Lane } from './pump'
import { rootKeyOf } from './removedName'
import { soundOnes } from './soundOnes'
import { takePortion, takeSome } from './takePortion'

const REMOVED_AT_ONCE = 1000

/**
 * One run on its way to one page. What is not sent yet is remembered by key, so that an agent that changes ten times meanwhile goes
 * out once, as it is then.
 */
export class ForestLane implements Lane {
  readonly follower: Follower
  readonly #send: (frame: ForestFrame) => boolean
  readonly #onRefused: (name: string, reason: string) => void
  readonly #pending = new Set<AgentKey>()
  readonly #removed = new Set<AgentKey>()
  #hasRow = false
  #seq = 0
  #isWhole = false
  #next: 'begin' | 'gone' | 'patch' = 'begin'

  constructor(follower: Follower, send: (frame: ForestFrame) => boolean, onRefused: (name: string, reason: string) => void) {
    this.follower = follower
    this.#send = send
    this.#onRefused = onRefused
    this.begin()
  }

  /** From the start; a run that is not there is told as gone. */
  begin(): void {
    this.#pending.clear()
    this.#removed.clear()
    for (const key of this.follower.agents.keys()) this.#pending.add(key)
    this.#hasRow = true
    this.#isWhole = false
    this.#next = 'begin'
  }

  note(change: FollowerChange): void {
    if (change.turned === 'back') return this.begin()
    if (change.turned === 'gone') {
      this.#pending.clear()
      this.#removed.clear()
      if (this.#next === 'patch') this.#next = 'gone'
      return
    }
    for (const key of change.removed) {
      this.#pending.delete(key)
      this.#removed.add(key)
    }
    for (const key of change.agents) {
      this.#removed.delete(key)
      this.#pending.add(key)
    }
    this.#hasRow ||= change.hasRow
  }

  sendOne(): boolean {
    const { run, isGone } = this.follower
    if (this.#next === 'begin') {
      this.#seq = 0
      if (!this.#send({ kind: 'begin', run, seq: 0, root: rootKeyOf(run) })) return false
      this.#seq = 1
      this.#next = isGone ? 'gone' : 'patch'
      return true
    }
    if (this.#next === 'gone' || isGone) {
      if (this.#next !== 'gone') return false
      this.#next = 'patch'
      if (this.#send({ kind: 'gone', run, seq: this.#seq })) this.#seq++
      return false
    }
    return this.#sendPatch()
  }

  #sendPatch(): boolean {
    const removed = takeSome(this.#removed, REMOVED_AT_ONCE)
    const agents = takePortion(this.#pending, (key) => this.#clamped(key), removed.length * 64)
    const isLast = this.#pending.size === 0
    const row = this.#hasRow && this.follower.row ? clampRow(this.follower.row) : null
    if (agents.length + removed.length === 0 && row === null && this.#isWhole === isLast) return false
    this.#hasRow = false
    const { run } = this.follower
    const isSent = this.#sendSound({ kind: 'patch', run, seq: this.#seq, row, agents, removed, isWhole: isLast || this.#isWhole })
    // What did not go out takes no number: a gap would make the page begin anew.
    if (isSent) this.#seq++
    this.#isWhole ||= isLast
    return this.#pending.size + this.#removed.size > 0
  }

  #sendSound(patch: Extract<ForestFrame, { kind: 'patch' }>): boolean {
    if (this.#send(patch)) return true
    const agents = soundOnes(AgentView, patch.agents, ({ key }, reason) => this.#onRefused(key, reason))
    const [row = null] = soundOnes(RunRow, patch.row ? [patch.row] : [], ({ uri }, reason) => this.#onRefused(uri, reason))
    const isLess = agents.length < patch.agents.length || row !== patch.row
    return isLess && this.#send({ ...patch, agents, row })
  }

  #clamped(key: AgentKey): AgentView | undefined {
    const agent = this.follower.agents.get(key)
    return agent && clampAgent(agent)
  }
}
