import { lastWord } from './lastWord'

/** What is known of a program that was started, when a person asks what is wrong with it. */
export interface ProgramCourse {
  readonly label: string
  /** Since its start, or up to its end. */
  readonly ranMs: number
  readonly exit: {
    readonly code: number | null
    readonly signal: string | null
    readonly because?: string | null | undefined
  } | null
  /** It runs. */
  readonly isRunning: boolean
  /** Its input is still ours. */
  readonly isHeld: boolean
  /** The session had a name or a turn: it came to be. */
  readonly hasBegun: boolean
  /** A person ended it. */
  readonly isStopped: boolean
  readonly isTerminal: boolean
  /** The end of its error output. */
  readonly said: string
  /** What it had started and still runs, though it has ended. */
  readonly left: readonly { readonly pid: number; readonly name: string }[]
  /** What is known of why its input is not ours. */
  readonly unheld?: string | null
}

const AT_ONCE_MS = 5000
const SILENT_START_MS = 20_000

/** What went wrong, what it means and what to do; null: nothing did, as far as the process tells. */
export function troubleOf(course: ProgramCourse): string | null {
  const words = [ownTrouble(course), stillRunning(course.left)].filter((part) => part !== null)
  return words.length === 0 ? null : words.join(' ')
}

const MOST_NAMED = 5

function stillRunning(left: ProgramCourse['left']): string | null {
  if (left.length === 0) return null
  const named = left.slice(0, MOST_NAMED).map(({ pid, name }) => `${name} (process ${pid})`)
  const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : ''
  return `Still running: ${named.join(', ')}${more}. Stop ends ${left.length === 1 ? 'it' : 'them'}.`
}

function ownTrouble(course: ProgramCourse): string | null {
  const { exit, isRunning, isStopped } = course
  if (isStopped) return null
  if (exit?.because) return `${course.label} was ended from here: ${exit.because}. What it wrote is kept; resume it to go on.`
  const isSeen = exit !== null && (exit.code !== null || exit.signal !== null)
  if (isSeen) return troubleOfExit(course, exit)
  if (!isRunning) return `${course.label} is gone and nobody saw how it ended. What it wrote is kept; resume it to go on.`
  if (!course.isHeld && course.unheld) return `${course.label} cannot be reached. ${course.unheld}`
  if (!course.isHeld)
    return `${course.label} still runs, but what held its input is gone: it can be watched and stopped, not written to.`
  if (course.isTerminal || course.hasBegun || course.ranMs < SILENT_START_MS) return null
  return `${course.label} has not answered for ${Math.floor(course.ranMs / 1000)} s. It may still be loading: it is waited for. Stop ends it.`
}

function troubleOfExit(course: ProgramCourse, { code, signal }: NonNullable<ProgramCourse['exit']>): string | null {
  const { label, ranMs, hasBegun } = course
  if (signal !== null) return `${label} was ended by ${signal}, not from here. What it wrote is kept; resume it to go on.`
  if (code === 0 && (hasBegun || course.isTerminal)) return null
  const when = ranMs < AT_ONCE_MS ? `ended at once (after ${(ranMs / 1000).toFixed(1)} s)` : 'ended'
  const how = code === 0 ? `${label} ${when} without beginning a run` : `${label} ${when} with exit code ${code}`
  return `${how}${lastWord(course.said)}. ${adviceFor(course, code)}`
}

function adviceFor({ said, hasBegun }: ProgramCourse, code: number | null): string {
  if (isUnknownFlag(said))
    return 'This version does not know an argument that it was started with: update it, or leave the argument out.'
  if (code === 127 || /command not found|No such file or directory/i.test(said))
    return 'Something that it needs is not installed, or its path is wrong.'
  if (code === 126 || /permission denied|EACCES/i.test(said)) return 'Something that it needs may not be run or read.'
  if (/log ?in|not authenticated|api key|unauthorized|401/i.test(said))
    return 'Sign in with the program itself, then start it again.'
  return hasBegun ? 'What it wrote is kept; resume it to go on.' : 'Run the shown command in a terminal to see all that it says.'
}

function isUnknownFlag(said: string): boolean {
  return /(unknown|unrecogni[sz]ed|unexpected|invalid|bad) (option|flag|argument|command)/i.test(said)
}
