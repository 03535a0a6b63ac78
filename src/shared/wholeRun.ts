import type { RunRow } from './views'

/** A run counted as its tree stands, with the sessions of other products in it: what is written over a tree must not contradict it. */
export function wholeRun(row: RunRow): RunRow {
  return { ...row, ...row.whole }
}
