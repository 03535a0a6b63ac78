import type { RpcTrouble } from './rpc'

/** One line for a log: what it was about, and why. */
export function describeTrouble(trouble: RpcTrouble): string {
  switch (trouble.kind) {
    case 'bad_frame':
      return `${trouble.kind}: ${trouble.detail}`
    case 'bad_item':
    case 'bad_output':
      return `${trouble.kind} ${trouble.name}: ${trouble.detail}`
    case 'handler_failed':
    case 'listener_failed':
    case 'send_failed':
      return `${trouble.kind} ${trouble.name}: ${trouble.error instanceof Error ? trouble.error.message : 'no reason was given'}`
    default:
      return trouble satisfies never
  }
}
