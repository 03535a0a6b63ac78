import type { TreeShape } from '../layout/treeShape'
import { phases } from './tokens'

/** How many agents below each agent are in a state that is worth a word, himself not counted. */
export interface Tallies {
  readonly running: Int32Array
  readonly waiting: Int32Array
  readonly failed: Int32Array
  /** How many of the whole tree are in each state, the root not counted. */
  readonly phases: Int32Array
  /** Of those that stand behind one pill, by their parent: asked for with every picture, counted when something changed. */
  readonly rest: Map<number, Tally>
}

export interface Tally {
  running: number
  waiting: number
  failed: number
}

const runningCodes = new Set([phases.indexOf('running'), phases.indexOf('starting')])
const waitingCode = phases.indexOf('waiting')
const failedCode = phases.indexOf('failed')

export function tallyPhases({ parent }: TreeShape, codes: Uint8Array): Tallies {
  const count = parent.length
  const tallies: Tallies = {
    running: new Int32Array(count),
    waiting: new Int32Array(count),
    failed: new Int32Array(count),
    phases: new Int32Array(phases.length),
    rest: new Map(),
  }
  for (let i = count - 1; i > 0; i--) {
    const above = parent[i]!
    tallies.phases[codes[i]!]!++
    const own = columnOf(tallies, codes[i]!)
    if (own) own[above]!++
    tallies.running[above]! += tallies.running[i]!
    tallies.waiting[above]! += tallies.waiting[i]!
    tallies.failed[above]! += tallies.failed[i]!
  }
  return tallies
}

/** One agent changed its phase: only its ancestors count anew. */
export function recount({ parent }: TreeShape, tallies: Tallies, agent: number, before: number, after: number): void {
  if (agent > 0) {
    tallies.phases[before]!--
    tallies.phases[after]!++
  }
  const less = columnOf(tallies, before)
  const more = columnOf(tallies, after)
  if (less === more) return
  tallies.rest.clear()
  for (let above = parent[agent]!; above >= 0; above = parent[above]!) {
    if (less) less[above]!--
    if (more) more[above]!++
  }
}

function columnOf(tallies: Tallies, code: number): Int32Array | null {
  if (runningCodes.has(code)) return tallies.running
  if (code === waitingCode) return tallies.waiting
  return code === failedCode ? tallies.failed : null
}
