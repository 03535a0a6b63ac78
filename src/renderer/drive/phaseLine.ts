import type { Launch } from '../../shared/drive/launch'
import { pausedWithin } from '../../shared/drive/pause'
import { formatDuration } from '../../shared/formatDuration'
import type { ShownPhase } from '../../shared/shownPhase'

export interface PhaseLine {
  /** The glyph and the colour. */
  readonly glyph: ShownPhase
  readonly words: string
  /** What it means for the person who reads it. */
  readonly meaning: string
}

type Told = Pick<Launch, 'phase' | 'since' | 'pauses' | 'exit' | 'way' | 'can' | 'wasStopped' | 'midTurn'>

/** How a session of ours stands, and what that means for what a person does next. */
export function phaseLine(launch: Told, nowMs: number): PhaseLine {
  const since = Date.parse(launch.since)
  const lasted = formatDuration(nowMs - since)
  // Of a turn of five minutes that stood still for forty it would say three quarters of an hour.
  const worked = formatDuration(Math.max(0, nowMs - since - pausedWithin(launch.pauses ?? [], since, nowMs)))
  switch (launch.phase) {
    case 'starting':
      return { glyph: 'starting', words: `starting for ${worked}`, meaning: 'its first record is not there yet' }
    case 'working':
      return { glyph: 'running', words: `in a turn for ${worked}`, meaning: workingMeaning(launch) }
    case 'idle':
      return {
        glyph: 'completed',
        words: `waits for your message since ${lasted}`,
        meaning: launch.way === 'terminal' ? 'type in its terminal' : 'what you send begins the next turn',
      }
    case 'paused':
      return { glyph: 'paused', words: `paused for ${lasted}`, meaning: 'nothing is lost; it goes on where it was' }
    case 'ended':
      return { glyph: endedGlyph(launch), words: `ended ${lasted} ago`, meaning: exitWords(launch) }
    case 'failed':
      return { glyph: 'failed', words: `failed ${lasted} ago`, meaning: exitWords(launch) }
    case 'adrift':
      return {
        glyph: 'orphaned',
        words: 'orphaned',
        meaning: 'nobody holds its input any more: it can be stopped, not told',
      }
    default:
      return launch.phase satisfies never
  }
}

/** Of one without a run yet: its interface may be open and wait for its first words, which is no answer that is complete. */
export function startingLine(launch: Told, nowMs: number): PhaseLine {
  if (launch.phase !== 'idle') return phaseLine(launch, nowMs)
  const words = `open for ${formatDuration(nowMs - Date.parse(launch.since))}`
  return { glyph: 'starting', words, meaning: 'its tree appears as soon as something is said to it' }
}

/** In one word, as for any agent. */
export function launchWord(phase: Launch['phase']): string {
  switch (phase) {
    case 'working':
      return 'running'
    case 'idle':
      return 'waits for you'
    case 'adrift':
      return 'orphaned'
    case 'starting':
    case 'paused':
    case 'ended':
    case 'failed':
      return phase
    default:
      return phase satisfies never
  }
}

/** What the button does that sends. */
export function sendWord({ phase, midTurn }: Pick<Launch, 'phase' | 'midTurn'>): string {
  if (phase !== 'working' || midTurn === 'begins') return 'Send'
  return midTurn === 'joins' ? 'Send into the turn' : 'Queue message'
}

function workingMeaning({ way, can, midTurn }: Told): string {
  if (way === 'terminal') return 'type in its terminal'
  if (can.send !== null) return ''
  if (midTurn === 'joins') return 'what you send now goes into the turn that runs'
  if (midTurn === 'begins') return 'its agents are still at work; what you send begins the next turn'
  const end = midTurn === 'between' ? 'its next step or its end' : 'its end'
  return `what you send now waits for ${end}${can.interrupt === null ? ', or interrupt first' : ''}`
}

function endedGlyph({ exit, wasStopped }: Told): ShownPhase {
  if (wasStopped || exit?.signal != null) return 'stopped'
  return exit?.code === 0 || exit == null ? 'completed' : 'failed'
}

/** `exit code 1`, `ended by SIGKILL`. */
export function exitWords({ exit, wasStopped }: Pick<Launch, 'exit' | 'wasStopped'>): string {
  if (exit === null) return ''
  if (wasStopped) return 'stopped from here'
  if (exit.signal !== null) return `ended by ${exit.signal}`
  return exit.code === null ? 'how is not known' : `exit code ${exit.code}`
}
