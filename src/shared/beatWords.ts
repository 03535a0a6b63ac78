import type { Channel } from './channel'
import { formatExact } from './formatCount'
import { localTime } from './localTime'

/** `12 heartbeats, the last at 14:02:11` */
export function beatWords({ count, last }: NonNullable<Channel['beats']>): string {
  const counted = `${formatExact(count)} ${count === 1 ? 'heartbeat' : 'heartbeats'}`
  return last === null ? counted : `${counted}, the last at ${localTime(last)}`
}
