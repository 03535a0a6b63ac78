import type { RunRow, WatchedAgent, WatchFrame } from '../../src/shared/views'

/** When something was first said, and what was said then. */
export interface Appearance {
  readonly at: number
  readonly agent: WatchedAgent
  /** The agent's parent at that moment, as an id; null while the parent has none. */
  readonly parentId: string | null
}

/** The sum of all frames so far, and every breach of the promise on the way. Pure but for the time of receipt, which comes in. */
export class WatchLedger {
  readonly runs = new Map<string, RunRow>()
  /** By `<run uri> <key>`. */
  readonly nodes = new Map<string, WatchedAgent>()
  /** First sight, by `id <run uri> <id>` and `call <run uri> <call>`. */
  readonly first = new Map<string, Appearance>()
  /** Every placing of an agent with an id that differed from the one before it, by `<run uri> <id>`. */
  readonly placings = new Map<string, Appearance[]>()
  /** Runs that were said to be live at any time. */
  readonly wereLive = new Set<string>()
  readonly faults: string[] = []
  frames = 0
  snapshotAt = 0

  take(frame: WatchFrame, at: number): void {
    if (frame.seq !== this.frames) this.fault(`seq ${frame.seq} where ${this.frames} was due`)
    if (frame.kind !== (this.frames === 0 ? 'snapshot' : 'patch')) this.fault(`frame ${frame.seq} has kind ${frame.kind}`)
    if (this.frames === 0) this.snapshotAt = at
    this.frames += 1
    for (const row of frame.runs) {
      this.runs.set(row.uri, row)
      if (row.live) this.wereLive.add(row.uri)
    }
    if (frame.kind === 'patch') for (const name of frame.removed) this.remove(name)
    for (const agent of frame.agents) this.replace(agent)
    for (const agent of frame.agents) this.note(agent, at)
    this.checkIds(frame.seq)
  }

  /** What is known of one run now. */
  agentsOf(runUri: string): WatchedAgent[] {
    return [...this.nodes.values()].filter((agent) => agent.run === runUri)
  }

  fault(text: string): void {
    if (this.faults.length < 40) this.faults.push(text)
  }

  private remove(name: string): void {
    const old = this.nodes.get(name)
    if (!old) this.fault(`${name} was removed but was not there`)
    // A call that was on disk stays a call: its node may change, never vanish.
    if (old?.call && !old.id) this.fault(`node of the call ${old.call} was removed again`)
    this.nodes.delete(name)
  }

  private replace(agent: WatchedAgent): void {
    const name = `${agent.run} ${agent.key}`
    const old = this.nodes.get(name)
    const isGuess = old?.link.ambiguous || agent.link.ambiguous
    if (old?.id && agent.id && old.id !== agent.id && !isGuess) {
      this.fault(`node ${agent.key} changed its id from ${old.id} to ${agent.id} without being ambiguous`)
    }
    this.nodes.set(name, agent)
  }

  private note(agent: WatchedAgent, at: number): void {
    const parentId = agent.parent === null ? null : (this.nodes.get(`${agent.run} ${agent.parent}`)?.id ?? null)
    const appearance = { at, agent, parentId }
    const calls = new Set([...agent.calls, ...(agent.call ? [agent.call] : [])])
    const marks = [...calls].map((call) => `call ${agent.run} ${call}`)
    if (agent.id) marks.push(`id ${agent.run} ${agent.id}`)
    for (const mark of marks) if (!this.first.has(mark)) this.first.set(mark, appearance)
    if (!agent.id) return
    const placings = this.placings.get(`${agent.run} ${agent.id}`) ?? []
    const last = placings.at(-1)
    if (last?.agent.parent !== agent.parent || last.agent.link.evidence !== agent.link.evidence) placings.push(appearance)
    this.placings.set(`${agent.run} ${agent.id}`, placings)
  }

  private checkIds(seq: number): void {
    const keyOf = new Map<string, string>()
    for (const agent of this.nodes.values()) {
      if (!agent.id) continue
      const name = `${agent.run} ${agent.id}`
      const other = keyOf.get(name)
      if (other) this.fault(`seq ${seq}: ${agent.id} is there twice, as ${other} and ${agent.key}`)
      keyOf.set(name, agent.key)
    }
  }
}
