import { create } from 'zustand'
import type { contract } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { RpcError } from '../../shared/fault'
import type { Client } from '../../shared/rpc'
import type { ShellInfo } from '../../shared/shellInfo'

export type EngineClient = Client<typeof contract>

export type Connection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open'; readonly client: EngineClient; readonly shell: ShellInfo }
  /** `retryAt`: when the next attempt begins, ms since the epoch; null: only a person can help. */
  | { readonly kind: 'lost'; readonly reason: string; readonly since: number; readonly retryAt: number | null }

interface ClientState {
  readonly connection: Connection
}

/** The way to the engine. Only `connectPage` sets it. */
export const useClient = create<ClientState>(() => ({ connection: { kind: 'connecting' } }))

/** A call on the client of the moment; while there is none it fails as a closed port does. */
export const callEngine: EngineClient['call'] = (name, input, signal) => {
  const { connection } = useClient.getState()
  if (connection.kind === 'open') return connection.client.call(name, input, signal)
  return Promise.reject(new RpcError({ code: 'disconnected', message: 'the engine is not there at the moment' }))
}

export function faultOf(error: unknown): Fault {
  return error instanceof RpcError ? error.fault : { code: 'internal', message: String(error) }
}
