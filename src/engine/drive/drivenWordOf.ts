import type { DrivenAsk } from '../../core/drive/driver'
import type { SessionWait, ThreadState } from '../../core/liveChannel'
import type { RunEnd } from '../../core/model/phaseOf'
import { exactText } from '../../shared/exactText'
import { oneLine } from '../../shared/neutraliseText'
import type { DrivenWord } from '../drivenWord'
import { askIdOf } from './askIdOf'
import { endingOf } from './endingOf'
import type { LiveLaunch } from './LiveLaunch'

export interface WordSources {
  readonly launches: () => Iterable<LiveLaunch>
  /** An answer is on its way, from this program or another of ours. */
  readonly isTaken: (ask: string) => boolean
  readonly onChange: DrivenWord['onChange']
  readonly onPartial: DrivenWord['onPartial']
}

/** What the engine may know of sessions of ours: who works and waits, and what is being written. */
export function drivenWordOf({ launches, isTaken, onChange, onPartial }: WordSources): DrivenWord {
  const steered = function* (provider: string): Iterable<LiveLaunch> {
    for (const launch of launches()) if (launch.provider === provider && launch.isActive && !launch.isJoined) yield launch
  }
  // Asked for every run of a list: it must not walk all launches each time.
  let endings: ReadonlyMap<string, RunEnd> | null = null
  onChange(() => {
    endings = null
  })
  return {
    threads(provider) {
      const threads = new Map<string, ThreadState>()
      for (const launch of steered(provider)) for (const [id, state] of threadsOf(launch, isTaken)) threads.set(id, state)
      return threads
    },
    waits(provider) {
      const waits = new Map<string, SessionWait>()
      for (const launch of steered(provider)) {
        const { run } = launch.record
        const asks = launch.asksInTerminal()
        if (run !== null && asks) waits.set(run, { waitingFor: asks.kind, since: asks.at, pid: launch.record.pid })
      }
      return waits
    },
    pausedUntil(run) {
      for (const launch of launches()) {
        if (launch.run !== run || !launch.isActive || launch.isJoined) continue
        return launch.isPaused ? Number.POSITIVE_INFINITY : (launch.pauses().at(-1)?.to ?? null)
      }
      return null
    },
    pauses(run) {
      const own = [...launches()].filter((launch) => launch.run === run && !launch.isJoined)
      return own.flatMap((launch) => {
        const pauses = launch.pauses()
        const last = pauses.at(-1)
        return launch.isPaused && last ? [...pauses.slice(0, -1), { ...last, to: Number.POSITIVE_INFINITY }] : pauses
      })
    },
    ending(run) {
      endings ??= endingsOf(launches())
      return endings.get(run) ?? null
    },
    partials({ provider, id }) {
      for (const launch of steered(provider)) {
        const texts = launch.session?.partials(id) ?? []
        if (texts.length > 0) return texts
      }
      return []
    },
    onChange,
    onPartial,
  }
}

/** By run, of those whose last session of ours broke off. */
function endingsOf(launches: Iterable<LiveLaunch>): ReadonlyMap<string, RunEnd> {
  const endings = new Map<string, RunEnd>()
  for (const launch of [...launches].sort((a, b) => a.record.started - b.record.started)) {
    const { record, isActive, isJoined, lastWords } = launch
    if (isJoined || record.run === null) continue
    const end = isActive ? null : endingOf(record, lastWords)
    const run = `${record.provider}://${record.run}`
    if (end === null) endings.delete(run)
    else endings.set(run, end)
  }
  return endings
}

/** Its own word, and above it what it asks: whoever asks waits, and everywhere is shown to. */
function threadsOf(launch: LiveLaunch, isTaken: WordSources['isTaken']): Map<string, ThreadState> {
  const { session, record } = launch
  const said = session?.threads() ?? new Map<string, ThreadState>()
  const asks = session?.asks() ?? []
  const open = asks.filter((ask) => !isTaken(askIdOf(launch, ask)))
  // Whoever was answered works, though the product has not said so yet.
  const isAnswered = open.length < asks.length
  const threads = new Map([...said].map(([id, state]) => [id, isAnswered ? resumed(state) : state]))
  const own = session?.state().run ?? record.run
  if (own === null) return threads
  const state = session?.state()
  const spoken = threads.get(own)
  threads.set(own, spoken ?? heldBy(record.pid, state?.phase === 'working' ? 'busy' : null))
  const asking = new Set<string>()
  for (const ask of [...open].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
    const thread = ask.agent ?? own
    // The oldest: its card is the one that is shown first.
    if (asking.has(thread)) continue
    asking.add(thread)
    threads.set(thread, {
      activity: 'waiting',
      waitingFor: ask.kind === 'question' ? 'question' : 'permission',
      message: lineOf(ask.kind === 'plan' ? 'plan' : ask.tool, wordsOf(ask)),
      retryAt: null,
      pid: threads.get(thread)?.pid ?? record.pid,
    })
  }
  return threads
}

function resumed(state: ThreadState): ThreadState {
  return state.activity === 'waiting' ? { ...state, activity: 'busy', waitingFor: null, message: null } : state
}

function heldBy(pid: number | null, activity: ThreadState['activity']): ThreadState {
  return { activity, waitingFor: null, message: null, retryAt: null, pid }
}

function wordsOf({ kind, questions, detail }: DrivenAsk): string {
  if (kind === 'question') return questions[0]?.text ?? detail
  // A heading's mark is no word of the plan.
  return kind === 'plan' ? detail.replace(/^\s*#+\s+/, '') : detail
}

const LONGEST_LINE = 200

function lineOf(tool: string | null, detail: string): string {
  const line = oneLine(
    [tool, exactText(detail.slice(0, LONGEST_LINE * 4))].filter((part) => part !== null && part !== '').join(': '),
  )
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line
}
