import type { Engine } from '../../engine/engine'
import { stuckMinutesIn } from '../../engine/stuckAgents'
import { lastPaused } from '../../shared/drive/pause'
import type { RunUri } from '../../shared/ids'
import { localTime } from '../../shared/localTime'
import type { WatchFrame } from '../../shared/views'
import type { CommandContext } from '../command'
import { say } from '../say'
import { paint, type StyledLine, span } from '../text/styledText'
import { toJson } from '../writeJson'
import { composeScreen, idleLines } from './composeScreen'
import { describeChanges } from './describeChanges'
import type { StuckRules } from './findStuck'
import { openLiveScreen } from './liveScreen'
import { type PrintedFrame, stuckFrames } from './stuckFrames'
import { stuckTeller } from './stuckTeller'
import { createWatchedState } from './watchedState'

export interface Following {
  readonly run: RunUri | null
  readonly json: boolean
  readonly footer: string
  /** Says where it looks while nothing runs. */
  readonly tellsIdle: boolean
  /** Ends it; Ctrl-C and a closed pipe are already part of it. */
  readonly until: AbortSignal
  /** Every frame, before it is shown. */
  readonly onFrame?: (frame: WatchFrame) => void
  /** While it says so the picture stays as it is: something else is being written there. */
  readonly isHeld?: () => boolean
}

/** Shows what the engine sees until it is told to stop: frames, a picture drawn anew, or lines. */
export async function followRuns(context: CommandContext, engine: Engine, following: Following): Promise<void> {
  const show = following.json
    ? await showFrames(context, engine)
    : context.out.isTerminal
      ? await showPicture(context, engine, following)
      : await showLines(context, engine, following)
  const watching = await engine.watch(following.run, (frame) => {
    following.onFrame?.(frame)
    show.frame(frame)
  })
  await aborted(following.until)
  await watching.close()
  await show.close()
}

interface Shower {
  frame(frame: WatchFrame): void
  close(): Promise<void>
}

async function rulesOf(context: CommandContext, engine: Engine): Promise<StuckRules> {
  const minutes = stuckMinutesIn(await context.stateFolder())
  return { now: context.now, minutes, pausedUntil: (run) => lastPaused(engine.pauses(run)) }
}

async function showFrames(context: CommandContext, engine: Engine): Promise<Shower> {
  const frames = stuckFrames(await rulesOf(context, engine))
  let written = Promise.resolve()
  const write = (frame: PrintedFrame): void => {
    const line = `${toJson(withoutRestarts(frame), 0)}\n`
    written = written.then(() => context.out.write(line))
  }
  const looking = setInterval(() => {
    const frame = frames.look()
    if (frame) write(frame)
  }, lookForStuckMs)
  return {
    frame: (frame) => write(frames.frame(frame)),
    close: () => {
      clearInterval(looking)
      return written
    },
  }
}

async function showLines(context: CommandContext, engine: Engine, following: Following): Promise<Shower> {
  const state = createWatchedState()
  const { roots } = await engine.doctor()
  const stuck = stuckTeller(state, await rulesOf(context, engine))
  let written = Promise.resolve()
  const tell = (lines: readonly StyledLine[], at: string): void => {
    const text = lines.map((line) => `${paint([span(`${localTime(at)}  `, 'dim'), ...line], context.out.colour)}\n`).join('')
    written = written.then(() => context.out.write(text))
  }
  const looking = setInterval(() => tell(stuck.news(), new Date(context.now()).toISOString()), lookForStuckMs)
  return {
    frame: (frame) => {
      const lines = describeChanges(state.apply(frame), state, engine.pauses)
      tell(lines, frame.kind === 'patch' ? frame.at : new Date(context.now()).toISOString())
      if (following.tellsIdle && frame.kind === 'snapshot' && frame.runs.length === 0) {
        const idle = idleLines(roots, context.home)
          .map((line) => `${paint(line, context.err.colour)}\n`)
          .join('')
        written = written.then(() => context.err.write(idle)).then(() => say(context, following.footer))
      }
    },
    close: () => {
      clearInterval(looking)
      return written
    },
  }
}

const lookForStuckMs = 5000
const betweenDrawsMs = 80
const tickMs = 1000

async function showPicture(context: CommandContext, engine: Engine, following: Following): Promise<Shower> {
  const state = createWatchedState()
  const screen = openLiveScreen(context.out)
  const { roots } = await engine.doctor()
  const stuck = stuckTeller(state, await rulesOf(context, engine))
  let timer: NodeJS.Timeout | null = null
  let drawn = Promise.resolve()
  const draw = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (following.isHeld?.()) return
    const { out, now, home } = context
    const settings = {
      width: out.columns() - 1,
      rows: out.rows(),
      now: now(),
      home,
      footer: following.footer,
      notes: stuck.lines(),
      pauses: engine.pauses,
    }
    const lines = composeScreen(state, following.tellsIdle ? roots : null, settings)
    drawn = drawn.then(() => screen.draw(lines))
  }
  const soon = () => {
    timer ??= setTimeout(draw, betweenDrawsMs)
  }
  const ticking = setInterval(soon, tickMs)
  const offResize = context.out.onResize(draw)
  return {
    frame: (frame) => {
      state.apply(frame)
      if (frame.kind === 'snapshot') draw()
      else soon()
    },
    close: async () => {
      clearInterval(ticking)
      offResize()
      draw()
      await drawn
      await screen.close()
    },
  }
}

// An engine without a single root holds nothing open, and Node would leave in the middle of the wait.
const keepAliveMs = 60_000

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const alive = setInterval(() => undefined, keepAliveMs)
    signal.addEventListener(
      'abort',
      () => {
        clearInterval(alive)
        resolve()
      },
      { once: true },
    )
  })
}

/** What a tree read now would say: how often a file began anew is for who shows its text. */
function withoutRestarts(frame: PrintedFrame): PrintedFrame {
  return {
    ...frame,
    agents: frame.agents.map((agent) => {
      if (agent.source?.restarts === undefined) return agent
      const { path, sessionId } = agent.source
      return { ...agent, source: { path, sessionId } }
    }),
  }
}
