import type { LiveLaunch } from '../../engine/drive/LiveLaunch'
import { launchActs } from '../../engine/drive/launchActs'
import type { Ask } from '../../shared/drive/ask'
import type { AgentView, Phase } from '../../shared/views'
import type { CommandContext, ExitCode, Interruption } from '../command'
import { say } from '../say'
import { followRuns } from '../watch/followRuns'
import { toJson } from '../writeJson'
import { AsksInTurn } from './AsksInTurn'
import { exitOfSignal } from './exitOfSignal'
import { judgeEnd } from './judgeEnd'
import type { CliDesk } from './openCliDesk'
import { tellOnce } from './tellOnce'

export interface LaunchFollowing {
  readonly json: boolean
  /** Leave it open when its turn is over. */
  readonly keep: boolean
}

/** Shows a session of ours until its turn is over, or it is. */
export async function followLaunch(
  context: CommandContext,
  cli: CliDesk,
  launch: LiveLaunch,
  following: LaunchFollowing,
): Promise<ExitCode> {
  const follower = new LaunchFollower(context, cli, launch, following)
  return follower.follow()
}

const lastWordsMs = 2000

class LaunchFollower {
  private readonly context: CommandContext
  private readonly cli: CliDesk
  private readonly launch: LiveLaunch
  private readonly following: LaunchFollowing
  private readonly done = new AbortController()
  private readonly shown = new Map<string, Ask>()
  private readonly stops: (() => void)[] = []
  private written = Promise.resolve()
  private lastRow = ''
  private isFinishing = false
  private interrupts = 0
  /** How the program is to end because a person ended it. */
  private signalled: ExitCode | null = null
  private unanswered = 0
  private readonly tellTrouble: (trouble: string) => void
  private readonly turns: AsksInTurn
  private onLook: () => void = () => undefined

  constructor(context: CommandContext, cli: CliDesk, launch: LiveLaunch, following: LaunchFollowing) {
    this.context = context
    this.cli = cli
    this.launch = launch
    this.following = following
    this.tellTrouble = tellOnce((trouble) => void say(context, trouble))
    const { desk } = cli
    this.turns = new AsksInTurn({
      ...{ context, asks: () => this.asks(), isQuiet: following.json },
      answer: (id, answer) => desk.answerAsk(id, answer),
    })
  }

  async follow(): Promise<ExitCode> {
    const { context, cli, following } = this
    this.hearStop()
    context.hearInterrupt((signal) => void this.interrupt(signal))
    if (!following.json) await say(context, `started: ${this.launch.record.command}`)
    this.stops.push(cli.desk.onChange(() => this.look()))
    if (context.input.isTerminal && context.out.isTerminal)
      this.stops.push(context.input.onLine((line) => void this.turns.hear(line).then(() => this.look())))
    this.look()
    await this.named()
    const { run } = this.launch
    if (run !== null) {
      await followRuns(context, cli.engine, {
        ...{ run, json: following.json, tellsIdle: false, until: this.done.signal },
        footer: following.keep ? 'Ctrl-C interrupts, twice leaves it running' : 'Ctrl-C interrupts, twice ends it',
        onFrame: (frame) => {
          cli.seen.apply(frame)
          cli.desk.look(new Set([run]))
          this.look()
        },
        isHeld: () => this.shown.size > 0 && context.input.isTerminal,
      })
    }
    await this.heardOut()
    for (const stop of this.stops) stop()
    await this.written
    return this.outcome()
  }

  /** Settles when there is a tree to follow, or will be none. */
  private named(): Promise<void> {
    return new Promise((resolve) => {
      this.onLook = () => {
        if (this.launch.run !== null || this.done.signal.aborted) resolve()
      }
      this.onLook()
    })
  }

  /** The end of a process may be seen before its last words are read. */
  private heardOut(): Promise<void> {
    const { launch, cli } = this
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        stop()
        resolve()
      }
      const look = (): void => {
        if (launch.record.hasBegun || launch.isActive) end()
      }
      const timer = setTimeout(end, lastWordsMs)
      const stop = cli.desk.onChange(look)
      look()
    })
  }

  private look(): void {
    const { launch, following } = this
    const phase = launch.phase()
    if (following.json) this.tellRow()
    this.tellAsks()
    // Of one that has ended the last words may still change.
    const { trouble } = launch.row()
    if (trouble !== null && launch.isActive) this.tellTrouble(trouble)
    if (phase === 'ended' || phase === 'failed' || phase === 'adrift') this.done.abort()
    else if (phase === 'idle' && !this.isFinishing) this.finish()
    this.onLook()
  }

  /** Its turn is over. */
  private finish(): void {
    // Interrupted on its way out, by who stops it elsewhere: taken for a turn that came to its end it would count as 0.
    if (this.launch.record.isStopped) return
    this.isFinishing = true
    if (this.following.keep) this.done.abort()
    else void launchActs.stop(this.launch, 'finish')
  }

  private async interrupt(signal: Interruption): Promise<void> {
    this.interrupts += 1
    const isUrgent = signal !== 'SIGINT'
    this.signalled = isUrgent ? exitOfSignal(signal) : (this.signalled ?? exitOfSignal(signal))
    if (!isUrgent && this.interrupts === 1 && this.launch.can().interrupt === null) {
      await say(this.context, 'interrupting; Ctrl-C once more ends it.')
      const refused = await launchActs.interrupt(this.launch)
      if (refused !== null) await say(this.context, refused)
      return
    }
    await this.leave()
  }

  /** A closed pipe: nobody would see what it does from here on, or that it goes on at all. */
  private hearStop(): void {
    const { stopped } = this.context
    const stop = (): void => {
      this.signalled ??= 0
      void this.leave()
    }
    stopped.addEventListener('abort', stop, { once: true })
    this.stops.push(() => stopped.removeEventListener('abort', stop))
    if (stopped.aborted) stop()
  }

  private async leave(): Promise<void> {
    if (!this.following.keep) await launchActs.stop(this.launch, 'now')
    this.done.abort()
    // Who waits for its name would wait for ever.
    this.onLook()
  }

  private tellRow(): void {
    const row = this.launch.row()
    const line = toJson({ kind: 'launch', launch: row }, 0)
    if (line === this.lastRow) return
    this.lastRow = line
    this.write(`${line}\n`)
  }

  private tellAsks(): void {
    const asks = this.asks()
    for (const id of this.shown.keys()) {
      if (asks.some((ask) => ask.id === id)) continue
      const ask = this.shown.get(id)
      this.shown.delete(id)
      if (this.following.json) this.write(`${toJson({ kind: 'ask_gone', ask: id }, 0)}\n`)
      if (ask) this.judgeGone(ask)
    }
    for (const ask of asks) {
      if (this.shown.has(ask.id)) continue
      this.shown.set(ask.id, ask)
      if (this.following.json) this.write(`${toJson({ kind: 'ask', ask }, 0)}\n`)
    }
    this.turns.look()
  }

  private asks(): readonly Ask[] {
    return this.cli.desk.asks().filter(({ launch }) => launch === this.launch.id)
  }

  /** Nobody who could see it said yes or no: whatever comes of it, no person wanted it. */
  private judgeGone({ id, tool, detail }: Ask): void {
    const isStoppedElsewhere = this.launch.record.isStopped && !this.isFinishing
    if (this.signalled !== null || isStoppedElsewhere || this.cli.desk.wasAnswered(id)) return
    this.unanswered += 1
    void say(
      this.context,
      `nobody answered it from here, and it is not asked any more: ${[tool, detail.slice(0, 200)].filter(Boolean).join(': ')}`,
    )
  }

  private write(text: string): void {
    this.written = this.written.then(() => this.context.out.write(text))
  }

  private async outcome(): Promise<ExitCode> {
    const { launch, signalled, unanswered } = this
    const { trouble, exit, run, phase } = launch.row()
    if (trouble !== null) this.tellTrouble(trouble)
    const address = run ?? ''
    const isOver = phase === 'ended' || phase === 'failed'
    if (!isOver)
      await say(this.context, `it goes on: ${address}. "understory" shows it; "understory watch ${address}" follows it.`)
    const isStoppedElsewhere = launch.record.isStopped && !this.isFinishing
    const { root, cutOff } = await this.lastOfTree(isOver)
    if (cutOff > 0 && signalled === null)
      await say(this.context, `it ended while ${cutOff} of its agents ${cutOff === 1 ? 'was' : 'were'} at work.`)
    return judgeEnd({ signalled, trouble, unanswered, isStoppedElsewhere, exit: isOver ? exit : null, cutOff, root })
  }

  /** As its files tell it now: the last frame may still be on its way. */
  private async lastOfTree(isOver: boolean): Promise<{ readonly root: Phase | null; readonly cutOff: number }> {
    const { run, record } = this.launch
    const tree = run === null ? null : await this.cli.engine.tree(run)
    if (!tree?.ok) return { root: null, cutOff: 0 }
    const { agents, root } = tree.value
    // Others were cut off before this session of ours began.
    const isOfNow = (agent: AgentView): boolean => Date.parse(agent.updated ?? agent.started ?? '') >= record.started
    const cutOff = isOver
      ? agents.filter((agent) => agent.phase === 'orphaned' && agent.key !== root && isOfNow(agent)).length
      : 0
    return { root: agents.find(({ key }) => key === root)?.phase ?? null, cutOff }
  }
}
