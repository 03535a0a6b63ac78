import type { LaunchFault, LaunchState } from '../../shared/launchState'
import type { ProcessTable } from '../processTable'

export type HeldState =
  /** We can write to it. */
  | { readonly kind: 'running'; readonly pid: number | null }
  /** The keeper died: it runs on with its input closed, and how it ends will not be known. */
  | { readonly kind: 'unsupervised'; readonly pid: number }
  | {
      readonly kind: 'ended'
      readonly code: number | null
      readonly signal: string | null
      readonly at: number
      /** It was ended on purpose. */
      readonly because: string | null
    }
  /** Gone while nobody held it. */
  | { readonly kind: 'ended_unseen' }
  | { readonly kind: 'failed'; readonly fault: LaunchFault }

/** Where no start is written down: how far the clock of the process table may differ from ours. */
const TOLERANCE_MS = 10_000
/** A process is there within this, or its start is told to have failed. */
const STARTS_WITHIN_MS = 20_000

export function judgeLaunch(
  state: LaunchState,
  isHeld: boolean,
  processes: ProcessTable,
  now: () => number = Date.now,
): HeldState {
  const { failed, exited, pid } = state
  if (failed) return { kind: 'failed', fault: failed }
  if (exited) return { kind: 'ended', ...exited, because: state.stoppedBecause }
  if (isHeld) return { kind: 'running', pid }
  // Whoever only reads its file may come before its process.
  if (pid === null && Math.abs(now() - state.startedAt) < STARTS_WITHIN_MS) return { kind: 'running', pid }
  return pid !== null && isAlive(state, pid, processes) ? { kind: 'unsupervised', pid } : { kind: 'ended_unseen' }
}

function isAlive({ procStart, startedAt }: LaunchState, pid: number, processes: ProcessTable): boolean {
  if (processes.isAlive(pid, procStart) === 'dead') return false
  if (procStart !== null) return true
  const began = processes.startedAtMs(pid)
  return began === null || Math.abs(began - startedAt) < TOLERANCE_MS
}

export function isOver(state: HeldState): boolean {
  switch (state.kind) {
    case 'running':
    case 'unsupervised':
      return false
    case 'ended':
    case 'ended_unseen':
    case 'failed':
      return true
    default:
      return state satisfies never
  }
}
