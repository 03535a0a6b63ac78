import type { SessionWait, ThreadState } from '../../core/liveChannel'
import type { DrivenWord } from '../drivenWord'
import { every } from '../every'
import { rootsFromEnvironment } from '../roots'
import type { Variables } from '../settingsFromEnvironment'
import type { Desk } from './desk'
import { endedWord } from './endedWord'
import { noFirstWords } from './firstWords'
import { openLaunchShelf } from './launchShelf'
import { lookingShelf } from './lookingShelf'
import { openListeners } from './openListeners'

/** What sessions of ours do and ask, for a program that has started none of them. */
export interface LaunchesSeen {
  readonly word: DrivenWord
  /** What they said before is read. Never rejects. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

const LOOK_MS = 2000
/** What is slower than this comes as a change. */
const READY_WITHIN_MS = 3000
const NO_THREADS: ReadonlyMap<string, ThreadState> = new Map()
const NO_WAITS: ReadonlyMap<string, SessionWait> = new Map()

/** Looks without a trace: nothing is owned, written to or ended. Where nothing runs, nothing is loaded. */
export function lookAtLaunches(env: Variables, stateFolder: string): LaunchesSeen {
  const shelf = lookingShelf(stateFolder)
  const changes = openListeners()
  const partials = openListeners<Parameters<Parameters<DrivenWord['onPartial']>[0]>[0]>()
  let desk: Desk | null = null
  let opening: Promise<void> | null = null
  let isClosed = false
  const ended = endedWord(openLaunchShelf(stateFolder), () => desk)
  const open = async (): Promise<void> => {
    const [{ openOwnDesk }, { lookingKeeper }] = await Promise.all([import('./openOwnDesk'), import('./lookingKeeper')])
    if (isClosed) return
    const keeper = lookingKeeper(stateFolder)
    // Without an engine nothing is judged and nothing is acted on.
    const opened = openOwnDesk({
      ...{ env, stateFolder, keeper, shelf, words: noFirstWords, engine: () => null, roots: () => rootsFromEnvironment(env) },
      ...{ sight: () => null, onBreach: () => undefined },
    })
    desk = opened
    opened.word.onChange(() => {
      // Whoever has just ended is told of by nobody else from now on.
      ended.look()
      changes.raise()
    })
    opened.word.onPartial(partials.raise)
    await opened.ready
    await keeper.caughtUp()
    changes.raise()
  }
  const look = (): Promise<void> => {
    if (ended.look()) changes.raise()
    if (shelf.ids().length > 0) opening ??= open().catch(() => undefined)
    return opening ?? Promise.resolve()
  }
  const looking = every(LOOK_MS, () => void look())
  return {
    word: {
      threads: (provider) => desk?.word.threads(provider) ?? NO_THREADS,
      waits: (provider) => desk?.word.waits(provider) ?? NO_WAITS,
      pausedUntil: (run) => desk?.word.pausedUntil(run) ?? null,
      ending: ended.ending,
      pauses: ended.pauses,
      partials: (thread) => desk?.word.partials(thread) ?? [],
      onChange: changes.add,
      onPartial: partials.add,
    },
    ready: Promise.race([look(), new Promise<void>((resolve) => setTimeout(resolve, READY_WITHIN_MS).unref())]),
    async close() {
      isClosed = true
      looking.close()
      await desk?.close({ keep: true, isVisitor: true })
    },
  }
}
