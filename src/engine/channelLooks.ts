import type { LiveChannel } from '../core/liveChannel'
import { atMost } from './atMost'
import type { LiveRuns } from './liveRuns'

export interface ChannelLooks {
  /** Asks the channel to look at what it cannot listen to. */
  refresh(): Promise<void>
  /** The same for those who ask every second. */
  refreshInTurn(): Promise<void>
}

/** A server that does not answer must not hold up anybody for longer; what it says later is heard when it comes. */
const PATIENCE_MS = 1000
const IDLE_TURNS = 4

export function openChannelLooks(channel: LiveChannel | null, live: LiveRuns): ChannelLooks {
  let turns = 0
  const refresh = async (): Promise<void> => {
    const at = Date.now()
    if (channel) await atMost(channel.refresh(), PATIENCE_MS)
    live.looked(at)
  }
  return {
    refresh,
    async refreshInTurn() {
      // To look for servers that nobody has started costs more than all else that is done while nothing happens.
      const isIdle = channel !== null && !channel.isExhaustive && channel.threads().size === 0
      if (!isIdle || ++turns % IDLE_TURNS === 0) await refresh()
    },
  }
}
