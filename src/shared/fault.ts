import { z } from 'zod'

/** What may go wrong with a call, as the other side sees it. Closed, so that a page can react to each. */
export const Fault = z.object({
  code: z.enum([
    'bad_input',
    'bad_output',
    'busy',
    'cancelled',
    'disconnected',
    'internal',
    'no_data',
    'not_a_child',
    'not_found',
    'not_supported',
    'unreadable',
  ]),
  message: z.string(),
})
export type Fault = z.infer<typeof Fault>

/** The only error whose message crosses the wire; everything else arrives as `internal` without its text. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}
