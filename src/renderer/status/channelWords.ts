import type { Channel } from '../../shared/channel'
import { localMoment } from '../../shared/localTime'

/** Null: there is nothing to tell of. */
export function channelWords(channels: readonly Channel[], nowMs: number): string | null {
  const [only] = channels
  if (!only) return null
  const troubled = channels.filter(({ state }) => state !== 'connected')
  const [first] = troubled
  if (!first) return `${channels.length} ${channels.length === 1 ? 'server' : 'servers'}`
  if (channels.length === 1) return `server ${stateWords(only, nowMs)}`
  const counted = `${troubled.length} of ${channels.length} servers`
  return `${counted} ${troubled.length === 1 ? stateWords(first, nowMs) : 'not connected'}`
}

export function stateWords({ name, state, since, retryAt }: Channel, nowMs: number): string {
  const moment = since === null ? '' : ` since ${localMoment(since, nowMs)}`
  switch (state) {
    case 'connected':
      return `connected${moment}`
    case 'reconnecting':
      return `reconnecting${waitWords(retryAt, nowMs)}`
    case 'down':
      return `down${moment}`
    case 'refused':
      // Only a server with an address can be asked for a password.
      return /^https?:/.test(name) ? 'needs a password' : 'refuses the connection'
    default:
      return state satisfies never
  }
}

/** ` in 8 s`; empty while it is trying. */
export function waitWords(retryAt: string | null, nowMs: number): string {
  const seconds = retryAt === null ? 0 : Math.ceil((Date.parse(retryAt) - nowMs) / 1000)
  return seconds > 0 ? ` in ${seconds} s` : ''
}
