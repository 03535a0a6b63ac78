import type { Connection } from '../../core/connection'
import { systemClock } from '../clock'
import { openCodexChannel } from './openCodexChannel'

/** Codex beyond its rollouts: who has a thread open, and what the shared app-server tells. */
export const codexConnection: Connection = {
  provider: 'codex',
  variables: [],
  openChannel: ({ root }) => openCodexChannel({ root, clock: systemClock }),
}
