import type { LaunchFact } from './facts'

/** What is known of a run that somebody may have started from a shell. */
export interface StartedRun {
  readonly provider: string
  readonly startedAt: number
  readonly cwd: string | null
  /** What its first agent was asked; null: not known. */
  readonly prompt: string | null
  /** May be what it was asked, and may be anything else. */
  readonly title: string | null
}

/** A call that starts sessions, with what its host knows of it. */
export interface HostLaunch extends LaunchFact {
  /** Folders that the caller works in. */
  readonly folders: readonly string[]
  /** What it starts has begun by then. */
  readonly until: number
  /** A session that it started is known already. */
  readonly isTaken: boolean
}

export interface LaunchMatch {
  readonly launch: LaunchFact
  /** Words of the session's prompt stand in the command. */
  readonly isTold: boolean
  readonly note: string
}

/** The clock of the record and that of the new session are one, but the record may be written a little late. */
const EARLY_MS = 1000
/** A product takes its time to write its first record, and a command in the background is answered at once. */
const LATE_MS = 10_000
/** Fewer letters than this prove nothing. */
const TELLING_LETTERS = 8
/** More of a prompt than this need not be equal: either side may have it cut. */
const COMPARED_LETTERS = 24

/**
 * The call that most likely started this run: of its product, in its folder, at its time. Words of its prompt in the command decide;
 * of calls that fit alike the earliest that has no session yet.
 */
export function matchLaunch(launches: Iterable<HostLaunch>, run: StartedRun): LaunchMatch | null {
  let best: { readonly launch: HostLaunch; readonly isTold: boolean } | null = null
  for (const launch of launches) {
    if (launch.provider !== run.provider || !isInTime(launch, run.startedAt) || !isInPlace(launch, run.cwd)) continue
    const isTold = holdsPrompt(launch, run.prompt) || holdsPrompt(launch, run.title)
    if (!isTold && isContradicted(launch, run.prompt)) continue
    if (!best || isBetter({ launch, isTold }, best)) best = { launch, isTold }
  }
  if (!best) return null
  return { ...best, note: best.isTold ? 'the command holds its prompt, same folder and time' : 'same folder and time' }
}

interface Fit {
  readonly launch: HostLaunch
  readonly isTold: boolean
}

function isBetter(a: Fit, b: Fit): boolean {
  if (a.isTold !== b.isTold) return a.isTold
  if (a.launch.isTaken !== b.launch.isTaken) return b.launch.isTaken
  // Where each has its own already, the later one may have started several.
  return a.launch.isTaken ? a.launch.at > b.launch.at : a.launch.at < b.launch.at
}

function isInTime({ at, until }: HostLaunch, startedAt: number): boolean {
  return startedAt >= at - EARLY_MS && startedAt <= until + LATE_MS
}

function isInPlace({ command, folders }: HostLaunch, cwd: string | null): boolean {
  if (cwd === null || folders.length === 0) return false
  return folders.some((folder) => isWithin(folder, cwd)) || names(command, cwd)
}

function isWithin(folder: string, cwd: string): boolean {
  return cwd === folder || cwd.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

/** The folder itself, not one below it. */
function names(command: string, folder: string): boolean {
  for (let at = command.indexOf(folder); at >= 0; at = command.indexOf(folder, at + 1)) {
    const rest = command.slice(at + folder.length, at + folder.length + 2)
    if (!/^\/?[\w.-]/.test(rest)) return true
  }
  return false
}

function holdsPrompt({ command, prompts }: HostLaunch, prompt: string | null): boolean {
  const [line = ''] = (prompt ?? '').trim().split('\n', 1)
  const words = beginning(line)
  if (words.length < TELLING_LETTERS) return false
  return command.includes(words) || (prompts ?? []).some((said) => said.includes(words))
}

/** The command says what it asks, and that is not what this run was asked. */
function isContradicted({ prompts }: HostLaunch, prompt: string | null): boolean {
  const asked = plain(prompt ?? '')
  if (asked === '' || prompts === null || prompts.length === 0) return false
  return prompts.every((said) => {
    const words = plain(said)
    return !asked.includes(beginning(words)) && !words.includes(beginning(asked))
  })
}

function beginning(text: string): string {
  return text.slice(0, COMPARED_LETTERS).trim()
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
