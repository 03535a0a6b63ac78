import { RpcError } from '../../shared/fault'
import type { Result } from '../../shared/result'
import type { LookupFailure } from '../engine'

/** The value, or the fault a page gets for a lookup that failed. */
export function orFault<T>(result: Result<T, LookupFailure>): T {
  if (result.ok) return result.value
  throw lookupFault(result.failure)
}

export function lookupFault({ reason, message }: LookupFailure): RpcError {
  return new RpcError({ code: reason, message })
}
