import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recording } from './readRecording'

/** Maps recorded time to the time of playing. Null: the recording carries no times. */
export type InstantMap = {
  readonly recordedFrom: number
  readonly recordedTo: number
  readonly map: (recorded: number) => number
} | null

export interface PlayClock {
  readonly startAt: number
  readonly firstT: number
  readonly speed: number
}

const isoInstant = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"/g
const epochInstant = /:(1\d{12})(?=[,}])/g
const aroundMs = 24 * 60 * 60 * 1000

/**
 * Finds out which wall time the recording's t = 0 was. What a chunk says about its time was written before the chunk was,
 * so each chunk gives a lower bound; the highest of them is within a flush of the truth.
 */
export function rebaseClock(recording: Recording, clock: PlayClock): InstantMap {
  const files = new Map<string, string>()
  const sizes = new Map<string, number>()
  let zero = Number.NEGATIVE_INFINITY
  // Whole documents carry times of all ages: they are asked only where nothing grew.
  let zeroOfPuts = Number.NEGATIVE_INFINITY
  for (const event of recording.events) {
    if (event.op === 'put') zeroOfPuts = Math.max(zeroOfPuts, latestIn(event.text) - event.t)
    if (event.op !== 'grow') continue
    const text = files.get(event.path) ?? readLatin(join(recording.root, event.path))
    files.set(event.path, text)
    for (const [, instant] of text.slice(sizes.get(event.path) ?? 0, event.to).matchAll(isoInstant)) {
      zero = Math.max(zero, Date.parse(instant ?? '') - event.t)
    }
    sizes.set(event.path, event.to)
  }
  if (!Number.isFinite(zero)) zero = zeroOfPuts
  if (!Number.isFinite(zero)) return null
  const map = (recorded: number) => Math.round(clock.startAt + (recorded - zero - clock.firstT) / clock.speed)
  return { recordedFrom: zero - aroundMs, recordedTo: zero + aroundMs, map }
}

function latestIn(text: string): number {
  let latest = Number.NEGATIVE_INFINITY
  for (const [, digits] of text.matchAll(epochInstant)) latest = Math.max(latest, Number(digits))
  return latest
}

/** Every time in the text, mapped; the number of bytes stays, so that recorded sizes still fit. */
export function mapInstants(bytes: Buffer, instants: InstantMap): Buffer {
  if (instants === null) return bytes
  const { recordedFrom, recordedTo, map } = instants
  const isRecorded = (ms: number) => ms >= recordedFrom && ms <= recordedTo
  const text = bytes
    .toString('latin1')
    .replace(isoInstant, (whole, instant: string) => {
      const ms = Date.parse(instant)
      return isRecorded(ms) ? `"${new Date(map(ms)).toISOString()}"` : whole
    })
    .replace(epochInstant, (whole, digits: string) => (isRecorded(Number(digits)) ? `:${map(Number(digits))}` : whole))
  return Buffer.from(text, 'latin1')
}

function readLatin(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
