import { RpcError } from '../../shared/fault'
import { shownName } from './shownChannels'
import type { Stage } from './stage'

/** A page knows a channel by the name it was shown. */
export function retryShownChannel({ engine, env, health }: Stage, provider: string, shown: string | null): void {
  const meant = engine
    .channels()
    .filter((one) => one.provider === provider && shown !== null && shownName(one.name, env) === shown)
  if (shown !== null && meant.length === 0) {
    throw new RpcError({ code: 'not_found', message: `${shown} is no longer there.` })
  }
  for (const name of shown === null ? [null] : meant.map((one) => one.name)) engine.retryChannel(provider, name)
  health.look()
}
