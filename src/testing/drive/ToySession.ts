import type { ActFault, DrivenAsk, DrivenSession, DrivenState } from '../../core/drive/driver'
import type { HeldProcess } from '../../core/drive/heldProcess'
import type { ThreadState } from '../../core/liveChannel'
import { type AskAnswer, AskId } from '../../shared/drive/ask'
import { fail, ok, type Result } from '../../shared/result'

type Acted = Promise<Result<undefined, ActFault>>

interface ToyLine {
  readonly session?: string
  readonly turn?: 'start' | 'end'
  readonly ask?: { readonly id: string; readonly agent: string | null; readonly detail: string }
  readonly answered?: string
}

/** A fold over the lines of `toyProduct.mjs`, as every driver's session must be one. */
export class ToySession implements DrivenSession {
  private readonly held: HeldProcess
  private readonly listeners = new Set<() => void>()
  private readonly open = new Map<string, DrivenAsk>()
  private readonly stop: () => void
  private run: string | null = null
  /** Messages written and not answered yet: known before the product says that it works. */
  private pending = 0
  private trouble: string | null = null

  static async open(held: HeldProcess): Promise<ToySession> {
    return new ToySession(held, await held.written())
  }

  private constructor(held: HeldProcess, written: Awaited<ReturnType<HeldProcess['written']>>) {
    this.held = held
    this.pending = written.filter(({ line }) => line.includes('"say"')).length
    this.stop = held.follow(
      (bytes) => this.hear(Buffer.from(bytes).toString()),
      () => this.raise(),
    )
  }

  state(): DrivenState {
    const { run, trouble } = this
    return { run, phase: this.phase(), trouble, since: this.held.startedAt, model: null, mode: null, queued: [] }
  }

  threads(): ReadonlyMap<string, ThreadState> {
    if (this.run === null) return new Map()
    const activity = this.phase() === 'working' ? 'busy' : 'idle'
    return new Map([[this.run, { activity, waitingFor: null, message: null, retryAt: null, pid: this.held.pid }]])
  }

  partials(): readonly [] {
    return []
  }

  onPartial(): () => void {
    return () => undefined
  }

  asks(): readonly DrivenAsk[] {
    return [...this.open.values()]
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  send(text: string): Acted {
    this.pending++
    return this.write({ say: text })
  }

  unqueue(): Acted {
    return Promise.resolve(fail({ message: 'The toy takes nothing back.' }))
  }

  interrupt(): Acted {
    return this.write({ interrupt: true })
  }

  stopAgent(agent: string): Acted {
    return this.write({ stop: agent })
  }

  async answer(ask: string, answer: AskAnswer): Acted {
    if (!this.open.has(ask)) return fail({ message: 'It is no longer asked.' })
    const done = await this.write({ answer: { id: ask, option: answer.kind === 'option' ? answer.option : '' } })
    this.open.delete(ask)
    this.raise()
    return done
  }

  setMode(): Acted {
    return Promise.resolve(ok(undefined))
  }

  hindrance(act: Parameters<DrivenSession['hindrance']>[0]): string | null {
    if (act === 'unqueue') return 'The toy takes nothing back.'
    return act === 'interrupt' && this.phase() !== 'working' ? 'Nothing is running.' : null
  }

  async end(): Promise<void> {
    await this.write({ end: true })
  }

  close(): void {
    this.stop()
    this.listeners.clear()
  }

  private phase(): DrivenState['phase'] {
    if (this.run === null) return 'starting'
    return this.pending > 0 ? 'working' : 'idle'
  }

  private async write(line: object): Acted {
    const written = await this.held.write(JSON.stringify(line))
    return written.ok ? ok(undefined) : fail({ message: written.failure.message })
  }

  private hear(text: string): void {
    const line = readLine(text)
    if (!line) this.trouble = 'It says something that is no line of the toy.'
    if (line?.session !== undefined) this.run = line.session
    if (line?.turn === 'end') this.pending--
    if (line?.ask) this.open.set(line.ask.id, toldAsk(line.ask))
    if (line?.answered !== undefined) this.open.delete(line.answered)
    this.raise()
  }

  private raise(): void {
    for (const listener of [...this.listeners]) listener()
  }
}

function readLine(text: string): ToyLine | null {
  try {
    return JSON.parse(text) as ToyLine // The toy's own lines.
  } catch {
    return null
  }
}

function toldAsk({ id, agent, detail }: NonNullable<ToyLine['ask']>): DrivenAsk {
  const option = (name: string, effect: DrivenAsk['options'][number]['effect'], takesMessage = false) => {
    return { id: name, label: name, effect, note: null, takesMessage }
  }
  return {
    ...{ id: AskId.parse(id), agent, kind: 'permission', at: '2026-01-01T10:00:00.000Z', tool: 'Bash', detail },
    ...{ reason: null, folder: null, change: null, isCut: false, questions: [] },
    options: [option('yes', 'once'), option('no', 'deny', true)],
  }
}
