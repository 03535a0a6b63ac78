import { type LaunchFiles, launchFiles } from '../../keeper/keeperFolders'
import type { Answered } from '../../shared/keeperMessages'
import { SentLine, type Written } from '../../shared/keeperMessages'
import type { LaunchFault, LaunchState } from '../../shared/launchState'
import { fail, ok, type Result } from '../../shared/result'
import { readSmallFile } from '../readSmallFile'
import type { KeeperLink, KeeperRequest } from './connectKeeper'
import { endUnheld, signalUnheld } from './endUnheld'
import { followLines, type LineFollower } from './followLines'
import { followTerminal, type TerminalEars, type TerminalFollower } from './followTerminal'
import type { Held } from './held'
import { type HeldState, isOver } from './judgeLaunch'
import { readEnd } from './readEnd'

const STEP_MS = 3000
const MAX_SENT_BYTES = 512 * 1024 * 1024

export interface HeldAccess {
  readonly home: string
  readonly ears: TerminalEars
  link(): KeeperLink | null
  ask(request: KeeperRequest): Promise<Result<Answered, LaunchFault>>
  forget(state: LaunchState): Promise<Result<void, LaunchFault>>
}

/** What the book moves behind a `Held`. */
export interface HeldLaunch {
  readonly held: Held
  readonly launch: LaunchState
  /** True: it shows something else now. */
  update(launch: LaunchState, judged: HeldState): boolean
  /** Its output may have grown. */
  look(): void
  close(): void
}

interface Followers {
  readonly lines: Set<LineFollower>
  readonly terminals: Set<TerminalFollower>
}

export function heldLaunch(access: HeldAccess, first: LaunchState, firstJudged: HeldState): HeldLaunch {
  const files = launchFiles(access.home, first.id)
  const over = Promise.withResolvers<HeldState>()
  const followers: Followers = { lines: new Set(), terminals: new Set() }
  let launch = first
  let judged = firstJudged
  let seen = JSON.stringify([firstJudged, first.isKept, first.asks])
  if (isOver(judged)) over.resolve(judged)
  const held: Held = {
    id: first.id,
    mode: first.mode,
    argv: first.argv,
    cwd: first.cwd,
    startedAt: first.startedAt,
    note: first.note,
    get isKept() {
      return launch.isKept
    },
    state: () => judged,
    asks: () => launch.asks,
    exited: over.promise,
    out: files.out,
    err: files.err,
    sent: () => readSent(files.in),
    errTail: (limitBytes) => readEnd(files.err, limitBytes),
    forget: () => access.forget(launch),
    ...actsOf(access, () => launch, over.promise),
    follow: (from, onLine, hooks) => {
      const follower = followLines(files.out, from, onLine, hooks)
      followers.lines.add(follower)
      follower.look()
      // At once where it is over already.
      void over.promise.then(() => finishLines(followers, follower))
      return () => {
        follower.close()
        followers.lines.delete(follower)
      }
    },
    attach: (from, onData, onEnd = () => undefined) => {
      const link = isOver(judged) ? null : access.link()
      const { ears } = access
      const follower = followTerminal({ launch: first.id, from, link, ears, onData, onEnd })
      followers.terminals.add(follower)
      void over.promise.then(() => finishTerminal(followers, follower, launch, files))
      return () => {
        follower.close()
        followers.terminals.delete(follower)
      }
    },
  }
  return {
    held,
    get launch() {
      return launch
    },
    update(next, nextJudged) {
      launch = next
      judged = nextJudged
      if (isOver(judged)) over.resolve(judged)
      const shown = JSON.stringify([judged, next.isKept, next.asks])
      const isNews = shown !== seen
      seen = shown
      return isNews
    },
    look() {
      for (const follower of followers.lines) follower.look()
    },
    close() {
      for (const follower of [...followers.lines, ...followers.terminals]) follower.close()
    },
  }
}

/** Once each: whoever ended or was closed is no longer among them. */
function finishLines({ lines }: Followers, follower: LineFollower): void {
  if (lines.delete(follower)) follower.finish()
}

function finishTerminal({ terminals }: Followers, follower: TerminalFollower, launch: LaunchState, files: LaunchFiles): void {
  if (terminals.delete(follower)) follower.finish(launch, files.out)
}

type Acts = Pick<Held, 'write' | 'type' | 'endInput' | 'signal' | 'stop' | 'resize' | 'keep'>

function actsOf({ ask }: HeldAccess, launchNow: () => LaunchState, over: Promise<HeldState>): Acts {
  const { id: launch, mode } = launchNow()
  const done = async (request: KeeperRequest): Promise<Result<void, LaunchFault>> => {
    const answered = await ask(request)
    return answered.ok ? ok(undefined) : answered
  }
  const type = async (text: string): Promise<Result<Written, LaunchFault>> => {
    const answered = await ask({ kind: 'write', launch, text })
    if (!answered.ok) return answered
    return ok(answered.value.kind === 'written' ? answered.value.written : { isHandedOver: true, waitingBytes: 0 })
  }
  const isUnheld = (result: Result<void, LaunchFault>): boolean =>
    !result.ok && (result.failure.code === 'not_held' || result.failure.code === 'keeper_unreachable')
  return {
    write: (line) => type(`${line}\n`),
    type,
    endInput: () => done({ kind: 'endInput', launch }),
    resize: (size) => done({ kind: 'resize', launch, size }),
    keep: (isKept) => done({ kind: 'keep', launch, isKept }),
    async signal(signal, to = 'group') {
      const result = await done({ kind: 'signal', launch, signal, to })
      return isUnheld(result) && !launchNow().exited ? signalUnheld(launchNow(), signal) : result
    },
    async stop({ lastLine, stepMs = STEP_MS, because = 'it was stopped' } = {}) {
      const lastText = lastLine === undefined ? null : mode === 'terminal' ? lastLine : `${lastLine}\n`
      const result = await done({ kind: 'stop', launch, lastText, stepMs, because })
      if (!isUnheld(result)) return result
      return launchNow().exited ? fail(endedAlready) : endUnheld(launchNow(), stepMs, over)
    },
  }
}

const endedAlready: LaunchFault = { code: 'ended', system: null, message: 'It has ended already.' }

function readSent(path: string): readonly SentLine[] {
  const read = readSmallFile(path, MAX_SENT_BYTES)
  if (!read.ok) return []
  return read.value.text.split('\n').flatMap((line) => {
    try {
      const parsed = SentLine.safeParse(JSON.parse(line))
      return parsed.success ? [parsed.data] : []
    } catch {
      // The empty one at the end, or one cut off by a crash.
      return []
    }
  })
}
