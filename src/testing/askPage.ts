import type { z } from 'zod'
import type { Engine } from '../engine/engine'
import { transcriptCalls } from '../engine/page/transcriptCalls'
import { openCancel } from '../shared/cancel'
import { contract } from '../shared/contract'
import { connect, expose, type Handlers } from '../shared/rpc'
import { memoryPorts } from './memoryPorts'

type Calls = typeof contract.calls

/** No answer and its frame may be longer: it would hold up all others on the wire. */
export const LONGEST_MESSAGE = 256 * 1024

/** Asks the transcript's calls over the strictest wire: whatever comes back fits the contract and one message. */
export function askPage(engine: Engine): {
  ask<K extends keyof Calls>(name: K, input: z.input<Calls[K]['input']>): Promise<z.output<Calls[K]['output']>>
  /** Length of the longest answer so far. */
  readonly longest: () => number
} {
  const [engineEnd, pageEnd] = memoryPorts()
  // Trouble reaches whoever asked as a fault that no question expects.
  const onTrouble = (): void => undefined
  let longest = 0
  pageEnd.onFrame((frame) => {
    longest = Math.max(longest, Buffer.byteLength(JSON.stringify(frame)))
  })
  // The calls of others are not asked for here.
  expose(contract, transcriptCalls(() => engine) as Handlers<typeof contract>, engineEnd, onTrouble)
  const client = connect(contract, pageEnd, onTrouble)
  return { ask: (name, input) => client.call(name, input, openCancel().signal), longest: () => longest }
}
