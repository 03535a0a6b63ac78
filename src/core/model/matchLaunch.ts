import type { LaunchFact } from './facts'

/** What is known of a run that somebody may have started from a shell. */
export interface StartedRun {
  readonly provider: string
  readonly startedAt: number
  readonly cwd: string | null
  readonly prompt: string | null
}

export interface LaunchMatch {
  readonly launch: LaunchFact
  readonly note: string
}

/** The clock of the record and that of the new session are one, but the record may be written a little late. */
const EARLY_MS = 1000
/** A product takes its time to write its first record, and a command in the background is answered at once. */
const LATE_MS = 10_000
/** Fewer letters than this prove nothing. */
const TELLING_LETTERS = 8

/** The call that most likely started this run: of its product, in its folder, at its time. Words of its prompt in the command decide. */
export function matchLaunch(launches: Iterable<LaunchFact>, hostCwd: string | null, run: StartedRun): LaunchMatch | null {
  let best: { readonly launch: LaunchFact; readonly isTold: boolean } | null = null
  for (const launch of launches) {
    if (launch.provider !== run.provider || !isInTime(launch, run.startedAt) || !isInPlace(launch, hostCwd, run.cwd)) continue
    const isTold = holdsPrompt(launch.command, run.prompt)
    // Of two that fit alike the later one: the earlier had its own.
    if (!best || Number(isTold) > Number(best.isTold) || (isTold === best.isTold && launch.at > best.launch.at))
      best = { launch, isTold }
  }
  if (!best) return null
  return {
    launch: best.launch,
    note: best.isTold ? 'the command holds its prompt, same folder and time' : 'same folder and time',
  }
}

function isInTime({ at, endedAt }: LaunchFact, startedAt: number): boolean {
  return startedAt >= at - EARLY_MS && !(startedAt > endedAt + LATE_MS)
}

function isInPlace({ command }: LaunchFact, hostCwd: string | null, cwd: string | null): boolean {
  if (cwd === null || hostCwd === null) return false
  return cwd === hostCwd || cwd.startsWith(`${hostCwd}/`) || command.includes(cwd)
}

function holdsPrompt(command: string, prompt: string | null): boolean {
  const [line = ''] = (prompt ?? '').trim().split('\n', 1)
  const words = line.slice(0, 24).trim()
  return words.length >= TELLING_LETTERS && command.includes(words)
}
