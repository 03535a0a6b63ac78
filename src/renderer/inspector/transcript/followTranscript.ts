import type { z } from 'zod'
import type { contract } from '../../../shared/contract'
import { RpcError } from '../../../shared/fault'
import type { AgentKey, RunUri } from '../../../shared/ids'
import type { TranscriptItem, TranscriptPage } from '../../../shared/views'
import { callEngine, faultOf, useClient } from '../../store/client'
import { agentNow, useForest } from '../../store/forest'
import { alignTail } from './alignTail'
import { takeTail } from './askTail'
import { growWriting, keepWhole, type Writing } from './growWriting'
import { farItems, type ItemRange, lookAhead, missingRange, mostItems, type Outlook, pageSize } from './missingRange'
import { isHidden } from './useSift'
import { noTranscript, useTranscript } from './useTranscript'

type TranscriptNews = z.infer<(typeof contract)['feeds']['transcript']>

export interface TranscriptFollower {
  /** What the reader sees now: it is fetched, and what lies far away is forgotten. */
  show(seen: ItemRange): void
  close(): void
}

/** Fills the store with an agent's transcript for as long as it is shown: its end first, then whatever is looked at, then what is added. */
export function followTranscript(run: RunUri, key: AgentKey): TranscriptFollower {
  const following = new Following(run, key)
  let stopNews = listenToNews(following)
  const stopForest = useForest.subscribe((forest) => {
    if (forest.run === run && forest.changed.includes(key)) following.touch()
    else following.meet()
  })
  const stopClient = useClient.subscribe(({ connection }, before) => {
    if (connection.kind !== 'open' || before.connection.kind === 'open') return
    stopNews()
    stopNews = listenToNews(following)
    following.reconnect()
  })
  following.begin()
  return {
    show: (seen) => following.show(seen),
    close() {
      stopForest()
      stopClient()
      stopNews()
      following.close()
    },
  }
}

function listenToNews(following: Following): () => void {
  const { connection } = useClient.getState()
  return connection.kind === 'open' ? connection.client.on('transcript', (news) => following.take(news)) : () => undefined
}

/** Calls that run at the same time. */
const mostRunning = 1000
/** Forgetting is done now and then, not for every page. */
const mostSpare = 500

function restartsOf(key: AgentKey): number {
  return agentNow(key)?.source?.restarts ?? 0
}

/** What is looked at is asked for, one call at a time; what is added comes by itself. */
class Following {
  private readonly agent: { readonly run: RunUri; readonly key: AgentKey }
  private isClosed = false
  private isBusy = false
  /** Numbers of items that run, as the engine was told when it was asked for news. */
  private readonly watched = new Set<number>()
  /** The end is there, the whole waits until the engine has read the run: asking earlier would make it read the run twice. */
  private isEarly = false
  private seen: Outlook | null = null
  private seenAt = Number.NEGATIVE_INFINITY
  private restarts: number

  constructor(run: RunUri, key: AgentKey) {
    this.agent = { run, key }
    this.restarts = restartsOf(key)
  }

  begin(): void {
    const { run, key } = this.agent
    this.watched.clear()
    const shown = useTranscript.getState()
    const isAgain = shown.run === run && shown.key === key
    useTranscript.setState({ ...noTranscript(run, key), ...(isAgain ? { open: shown.open } : {}) }, true)
    void takeTail(run, key).then(
      ({ items }) => {
        if (!this.isClosed && useTranscript.getState().phase === 'loading') showTail(items)
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
      if (this.isClosed) return
      takeWhole(page)
      this.follow()
    })
  }

  show(seen: ItemRange): void {
    const now = performance.now()
    this.seen = lookAhead(seen, this.seen, now - this.seenAt)
    this.seenAt = now
    this.next()
  }

  /** Something of the agent changed. */
  touch(): void {
    const restarts = restartsOf(this.agent.key)
    if (restarts !== this.restarts) {
      // The file began anew: what is shown was said by one that is gone.
      this.restarts = restarts
      this.begin()
      return
    }
    if (this.isEarly) this.meet()
    else if (useTranscript.getState().phase === 'failed' && !this.isBusy) this.begin()
    else this.next()
  }

  /** The engine is back and knows nothing of us. */
  reconnect(): void {
    if (useTranscript.getState().phase === 'whole') this.follow()
    this.touch()
  }

  take({ run, key, total, items, writing: news }: TranscriptNews): void {
    if (this.isClosed || run !== this.agent.run || key !== this.agent.key) return
    const { phase, writing } = useTranscript.getState()
    if (phase !== 'whole') return
    const grown = growWriting(writing, news)
    this.takeItems(total, items, grown ?? [])
    // Words that were on their way when this was asked for anew.
    if (grown === null && useTranscript.getState().phase === 'whole') this.follow()
    this.next()
  }

  close(): void {
    this.isClosed = true
    void callEngine('unfollowTranscript', {}).catch(() => undefined)
  }

  /** Asks for what comes behind the items that are known, and for answers to the calls among them. */
  private follow(): void {
    const { total, items } = useTranscript.getState()
    const running = [...items.values()].filter(isRunning).map(({ n }) => n)
    for (const n of running) this.watched.add(n)
    const wish = { ...this.agent, from: total, running: running.slice(-mostRunning) }
    void callEngine('followTranscript', wish).catch((error) => this.isClosed || takeFault(error))
  }

  private async ask(call: () => Promise<void>): Promise<void> {
    this.isBusy = true
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
    const gap = this.seen && missingRange(this.seen, total, (n) => items.has(n) || isHidden(n))
    if (gap && this.seen) void this.ask(() => this.fetchGap(gap, this.seen?.from ?? 0))
  }

  private async fetchGap({ from, to }: ItemRange, seenFrom: number): Promise<void> {
    // A page ends where it grows too long: it begins with what is nearest to the reader.
    const at = from < seenFrom ? { before: to } : { from }
    const asked = useTranscript.getState().total
    const page = await callEngine('readTranscript', { ...this.agent, at, limit: to - from })
    // Begun anew meanwhile: it is a page of what was there before.
    if (this.isClosed || useTranscript.getState().phase !== 'whole') return
    // An engine that answers with nothing would be asked for ever.
    if (page.items.length === 0 && page.total > from)
      throw new RpcError({ code: 'no_data', message: 'This part of the transcript cannot be read.' })
    // What has come behind them comes with the news, which also say what is no longer being written. News may arrive before an answer
    // that was made earlier: only what was known when it was asked for can have been taken back.
    const { total, writing } = useTranscript.getState()
    this.takeItems(page.total < asked ? page.total : total, page.items, writing)
    if (page.items.some((item) => isRunning(item) && !this.watched.has(item.n))) this.follow()
  }

  private takeItems(nowTotal: number, added: readonly TranscriptItem[], writing: readonly Writing[]): void {
    const { total, version, items, writing: before } = useTranscript.getState()
    // Rewritten by its owner: nothing that was read before holds.
    if (nowTotal < total) return this.begin()
    for (const item of added) items.set(item.n, keepWhole(item, before))
    if (this.seen && items.size > mostItems + mostSpare) forgetFar(items, this.seen)
    useTranscript.setState({
      fault: null,
      total: nowTotal,
      writing,
      version: added.length > 0 || nowTotal !== total ? version + 1 : version,
    })
  }
}

/** Between two rows that a filter leaves there may be thousands that it hides: what is in sight is kept however far it lies. */
function forgetFar(items: Map<number, TranscriptItem>, seen: ItemRange): void {
  for (const n of farItems(items.keys(), seen)) if (n < seen.from || n >= seen.to || isHidden(n)) items.delete(n)
}

function isRunning({ tool }: TranscriptItem): boolean {
  return tool?.status === 'running'
}

function isRunRead({ run, key }: { readonly run: RunUri; readonly key: AgentKey }): boolean {
  const forest = useForest.getState()
  return forest.run === run && (forest.agents.has(key) || forest.isWhole || forest.isGone)
}

function showTail(items: readonly TranscriptItem[]): void {
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
  const { phase, total, items, version, flash } = useTranscript.getState()
  const tail = phase === 'tail' ? Array.from({ length: total }, (_, n) => items.get(n)).filter((item) => item !== undefined) : []
  const origin = alignTail(tail, page)
  const whole = new Map(tail.map((item, at) => [origin + at, { ...item, n: origin + at }]))
  for (const item of page.items) whole.set(item.n, item)
  useTranscript.setState({
    phase: 'whole',
    fault: null,
    total: page.total,
    origin,
    items: whole,
    version: version + 1,
    flash: flash && { ...flash, n: flash.n + origin },
  })
}

/** What is on the screen stays while the engine is away; without anything to show, the reason is shown. */
function takeFault(error: unknown): void {
  const fault = faultOf(error)
  useTranscript.setState(({ phase }) => (phase === 'whole' ? { fault } : { phase: 'failed', fault }))
}
