import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { recordedOrder } from '../../src/connect/opencode/store/recordedOrder'
import { readRecorded, type Statement, upsert } from '../../src/connect/opencode/store/testDatabases'
import type { Recording } from './recordings'
import { relocate } from './relocateRecording'

/** One transaction of the product. */
export interface StoreCommit {
  /** When it is due, in milliseconds from the first one. */
  readonly t: number
  readonly statements: readonly Statement[]
}

export interface StoreReplay {
  readonly schema: readonly Statement[]
  readonly commits: readonly StoreCommit[]
}

export interface StoreReplayOptions {
  readonly project: string
  readonly longestMs: number
  /** The moment that the first of them was committed. */
  readonly beginsAt: number
}

/** What the product committed in a recording, as if it had happened from `beginsAt` on, in `project`, and quicker. */
export function storeCommits(recording: Recording, { project, longestMs, beginsAt }: StoreReplayOptions): StoreReplay {
  const folder = join(recording.root, 'opencode')
  const { schema, commits } = isObserved(recording) ? recordedOrder(folder) : importedAtOnce(folder)
  const times = commits.map(newestMoment)
  for (const [index, time] of times.entries()) times[index] = Math.max(time, times[index - 1] ?? 0)
  const [first, last] = [times.find((time) => time > 0) ?? 0, times.at(-1) ?? 0]
  const scale = Math.min(1, longestMs / Math.max(1, last - first))
  const pace: Pace = { first, beginsAt, scale }
  const moved = ([sql, ...values]: Statement): Statement => [sql, ...values.map((value) => moveValue(value, project, pace))]
  return {
    schema,
    commits: commits.map((statements, index) => ({
      t: Math.max(0, ((times[index] ?? 0) - first) * scale),
      statements: statements.map(moved),
    })),
  }
}

function isObserved(recording: Recording): boolean {
  const hasLog = readRecorded(join(recording.root, 'opencode', 'opencode.db')).rows('event').length > 0
  return hasLog || existsSync(join(recording.folder, 'db-watch.ndjson'))
}

const TABLES = ['session', 'message', 'part'] as const

/** A first start that takes over what an older release left. */
function importedAtOnce(folder: string): ReturnType<typeof recordedOrder> {
  const recorded = readRecorded(join(folder, 'opencode.db'))
  return { schema: recorded.schema, commits: [TABLES.flatMap((table) => recorded.rows(table).map((row) => upsert(table, row)))] }
}

/** Moments in milliseconds, in columns and in texts. */
const MOMENT = /\b1[78]\d{11}\b/g

function newestMoment(statements: readonly Statement[]): number {
  const numbers = statements.flatMap(([, ...values]) => values.filter((value) => typeof value === 'number'))
  return Math.max(0, ...numbers.filter((value) => isMoment(value)))
}

export function momentsIn(text: string): number[] {
  return (text.match(MOMENT) ?? []).map(Number)
}

function isMoment(value: number): boolean {
  return String(value).match(MOMENT) !== null
}

export interface Pace {
  readonly first: number
  readonly beginsAt: number
  readonly scale: number
}

/** Every moment in a text, moved. */
export function moveMoments(text: string, { first, beginsAt, scale }: Pace): string {
  return text.replace(MOMENT, (moment) => String(Math.floor(beginsAt + (Number(moment) - first) * scale)))
}

function moveValue(value: SQLInputValue, project: string, pace: Pace): SQLInputValue {
  if (typeof value === 'number' && isMoment(value)) return Number(moveMoments(String(value), pace))
  return typeof value === 'string' ? moveMoments(relocate(value, project), pace) : value
}
