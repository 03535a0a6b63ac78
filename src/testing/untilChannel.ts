import type { LiveChannel } from '../core/liveChannel'

/** Settles when the channel is as wanted: now, or after one of its changes. */
export function untilChannel(channel: LiveChannel, isMet: (channel: LiveChannel) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isMet(channel)) return
      stop()
      resolve()
    }
    const stop = channel.onChange(look)
    look()
  })
}
