import { RpcError } from '../../../shared/fault'
import type { AgentKey, RunUri } from '../../../shared/ids'
import type { TranscriptItem, TranscriptPage } from '../../../shared/views'
import { callEngine, faultOf, useClient } from '../../store/client'
import { agentNow, useForest } from '../../store/forest'
import { alignTail } from './alignTail'
import { farItems, type ItemRange, lookAhead, missingRange, mostItems, type Outlook, pageSize } from './missingRange'
import { noTranscript, useTranscript } from './useTranscript'

export interface TranscriptFollower {
  /** What the reader sees now: it is fetched, and what lies far away is forgotten. */
  show(seen: ItemRange): void
  close(): void
}

/** Fills the store with an agent's transcript for as long as it is shown: its end first, then whatever is looked at, then what is added. */
export function followTranscript(run: RunUri, key: AgentKey): TranscriptFollower {
  const following = new Following(run, key)
  const stopForest = useForest.subscribe((forest) => {
    if (forest.run === run && forest.changed.includes(key)) following.touch()
    else following.meet()
  })
  const stopClient = useClient.subscribe(({ connection }, before) => {
    if (connection.kind === 'open' && before.connection.kind !== 'open') following.touch()
  })
  following.begin()
  return {
    show: (seen) => following.show(seen),
    close() {
      stopForest()
      stopClient()
      following.close()
    },
  }
}

/** More than fills a view of calls. */
const tailSize = 36
const pauseMs = 16
/** A call that runs farther back than this is looked after one by one. */
const farBack = 200
const mostFarBack = 5
/** Forgetting is done now and then, not for every page. */
const mostSpare = 500

function restartsOf(key: AgentKey): number {
  return agentNow(key)?.source?.restarts ?? 0
}

/** One call at a time: first what changed, then what is looked at. */
class Following {
  private readonly agent: { readonly run: RunUri; readonly key: AgentKey }
  private isClosed = false
  private isBusy = false
  private isStale = false
  private lastAsked = Number.NEGATIVE_INFINITY
  /** The end is there, the whole waits until the engine has read the run: asking earlier would make it read the run twice. */
  private isEarly = false
  private seen: Outlook | null = null
  private seenAt = Number.NEGATIVE_INFINITY
  private timer: ReturnType<typeof setTimeout> | undefined
  private restarts: number

  constructor(run: RunUri, key: AgentKey) {
    this.agent = { run, key }
    this.restarts = restartsOf(key)
  }

  begin(): void {
    const { run, key } = this.agent
    const shown = useTranscript.getState()
    const isAgain = shown.run === run && shown.key === key
    useTranscript.setState({ ...noTranscript(run, key), ...(isAgain ? { open: shown.open } : {}) }, true)
    void callEngine('readTail', { ...this.agent, limit: tailSize }).then(
      ({ items }) => {
        if (!this.isClosed && useTranscript.getState().phase === 'loading') takeTail(items)
      },
      // The page tells what is wrong; the tail is only the shorter way.
      () => undefined,
    )
    this.isEarly = true
    this.meet()
  }

  /** Something of the run is known. */
  meet(): void {
    if (!this.isEarly || this.isClosed || !isRunRead(this.agent)) return
    this.isEarly = false
    void this.ask(async () => {
      const page = await callEngine('readTranscript', { ...this.agent, at: { before: null }, limit: pageSize })
      if (!this.isClosed) takeWhole(page)
    })
  }

  show(seen: ItemRange): void {
    const now = performance.now()
    this.seen = lookAhead(seen, this.seen, now - this.seenAt)
    this.seenAt = now
    this.next()
  }

  /** Something of the agent changed, or the engine is back. */
  touch(): void {
    const restarts = restartsOf(this.agent.key)
    if (restarts !== this.restarts) {
      // The file began anew: what is shown was said by one that is gone.
      this.restarts = restarts
      this.begin()
      return
    }
    this.isStale = true
    if (this.isEarly) this.meet()
    else if (useTranscript.getState().phase === 'failed' && !this.isBusy) this.begin()
    else this.next()
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
  }

  private async ask(call: () => Promise<void>): Promise<void> {
    this.isBusy = true
    this.lastAsked = performance.now()
    let isDone = false
    try {
      await call()
      isDone = true
    } catch (error) {
      if (!this.isClosed) takeFault(error)
    }
    this.isBusy = false
    if (isDone) this.next()
  }

  private next(): void {
    const { phase, total, items } = useTranscript.getState()
    if (this.isClosed || this.isBusy || phase !== 'whole') return
    if (this.isStale && this.isRested()) {
      this.isStale = false
      void this.ask(() => this.refresh())
      return
    }
    const gap = this.seen && missingRange(this.seen, total, (n) => items.has(n))
    if (gap && this.seen) void this.ask(() => this.fetchGap(gap, this.seen?.from ?? 0))
  }

  /** False: too soon after the last call; it goes on by itself then. */
  private isRested(): boolean {
    const waitMs = this.lastAsked + pauseMs - performance.now()
    if (waitMs <= 0) return true
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.next(), waitMs)
    return false
  }

  private async fetchGap({ from, to }: ItemRange, seenFrom: number): Promise<void> {
    // A page ends where it grows too long: it begins with what is nearest to the reader.
    const at = from < seenFrom ? { before: to } : { from }
    const page = await callEngine('readTranscript', { ...this.agent, at, limit: to - from })
    if (this.isClosed) return
    // An engine that answers with nothing would be asked for ever.
    if (page.items.length === 0 && page.total > from)
      throw new RpcError({ code: 'no_data', message: 'This part of the transcript cannot be read.' })
    this.takePage(page)
  }

  private async refresh(): Promise<void> {
    const { total, items } = useTranscript.getState()
    const running = [...items.values()].filter(({ tool }) => tool?.status === 'running').map(({ n }) => n)
    const from = Math.min(total, ...running.filter((n) => n >= total - farBack))
    const page = await callEngine('readTranscript', { ...this.agent, at: { from }, limit: total - from + farBack })
    if (this.isClosed) return
    this.takePage(page)
    for (const n of running.filter((each) => each < total - farBack).slice(-mostFarBack)) {
      const one = await callEngine('readTranscript', { ...this.agent, at: { from: n }, limit: 1 })
      if (this.isClosed) return
      this.takePage(one)
    }
  }

  private takePage(page: TranscriptPage): void {
    const { total, version, items } = useTranscript.getState()
    // Rewritten by its owner: nothing that was read before holds.
    if (page.total < total) return this.begin()
    for (const item of page.items) items.set(item.n, item)
    if (this.seen && items.size > mostItems + mostSpare) for (const n of farItems(items.keys(), this.seen)) items.delete(n)
    useTranscript.setState({ fault: null, total: page.total, version: version + 1 })
  }
}

function isRunRead({ run, key }: { readonly run: RunUri; readonly key: AgentKey }): boolean {
  const forest = useForest.getState()
  return forest.run === run && (forest.agents.has(key) || forest.isWhole || forest.isGone)
}

function takeTail(items: readonly TranscriptItem[]): void {
  if (items.length === 0) return
  const numbered = items.map((item, n): [number, TranscriptItem] => [n, { ...item, n }])
  useTranscript.setState(({ version }) => ({
    phase: 'tail',
    total: items.length,
    items: new Map(numbered),
    version: version + 1,
  }))
}

function takeWhole(page: TranscriptPage): void {
  const { phase, total, items, version } = useTranscript.getState()
  const tail = phase === 'tail' ? Array.from({ length: total }, (_, n) => items.get(n)).filter((item) => item !== undefined) : []
  const origin = alignTail(tail, page)
  const whole = new Map(tail.map((item, at) => [origin + at, { ...item, n: origin + at }]))
  for (const item of page.items) whole.set(item.n, item)
  useTranscript.setState({ phase: 'whole', fault: null, total: page.total, origin, items: whole, version: version + 1 })
}

/** What is on the screen stays while the engine is away; without anything to show, the reason is shown. */
function takeFault(error: unknown): void {
  const fault = faultOf(error)
  useTranscript.setState(({ phase }) => (phase === 'whole' ? { fault } : { phase: 'failed', fault }))
}
