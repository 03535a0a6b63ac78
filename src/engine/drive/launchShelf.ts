import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { LaunchId } from '../../shared/drive/launch'
import { LaunchWay } from '../../shared/drive/launchWish'
import { AgentKey, RunUri } from '../../shared/ids'
import { readSmallFile } from '../readSmallFile'
import { replaceFile } from '../replaceFile'
import { changeLocked } from './changeLocked'
import { mergeRecord } from './mergeRecord'

/** What is kept of a session that was started here. Nothing secret: it lies on disk. */
export const LaunchRecord = z.object({
  id: LaunchId,
  provider: z.string(),
  way: LaunchWay,
  title: z.string(),
  folder: z.string(),
  command: z.string(),
  started: z.number(),
  /** The keeper's name of its process; null: it was about to be started. */
  process: z.string().nullable(),
  pid: z.number().nullable(),
  /** Its process serves others too. */
  isShared: z.boolean(),
  /** The product's id of the session, once it is known. */
  run: z.string().nullable(),
  origin: z.object({ run: RunUri, key: AgentKey.nullable(), how: z.string(), from: z.string() }).nullable(),
  /** Opaque: the driver's. */
  memo: z.unknown(),
  isStopped: z.boolean(),
  /** It came to be: it had a turn or waited for one. */
  hasBegun: z.boolean(),
  /** Since when it is stopped by a signal of ours, and how long it was before. */
  pausedAt: z.number().nullable(),
  pausedMs: z.number(),
  /** When each of those was. Absent: none, or from before that was noted. */
  pauses: z
    .array(z.object({ from: z.number(), to: z.number() }))
    .readonly()
    .optional(),
  ended: z
    .object({
      ...{ code: z.number().nullable(), signal: z.string().nullable(), at: z.number() },
      /** Why it was ended from here. */
      because: z.string().nullish(),
    })
    .nullable(),
  /** Of one that has ended: what it had started and still ran when it was last looked. Absent: nothing. */
  left: z.array(z.object({ pid: z.number(), start: z.string(), name: z.string() })).optional(),
  /** Said once and for all: why we ended it. */
  trouble: z.string().nullable(),
  /** Its last words, when it has ended: what it wrote need not be read again. */
  last: z.object({ trouble: z.string().nullable(), said: z.string(), model: z.string().nullable() }).nullable(),
})
export type LaunchRecord = z.infer<typeof LaunchRecord>

/** One file per session. Several programs of ours change them at the same time, each field by field. */
export interface LaunchShelf {
  ids(): readonly string[]
  /** Null: gone, or no record. */
  read(id: string): LaunchRecord | null
  /** Another one than before: somebody has changed it. */
  stampOf(id: string): string
  /** Says why it could not be kept; null: it was. */
  put(record: LaunchRecord): string | null
  /** The whole as it is now, with what others said of it; null: it is not on the list any more. */
  change(id: string, change: Partial<LaunchRecord>): LaunchRecord | null
  remove(id: string): void
}

const LIMIT_BYTES = 4 * 1024 * 1024

export function openLaunchShelf(stateFolder: string): LaunchShelf {
  const folder = join(stateFolder, 'drive', 'launches')
  const pathOf = (id: string): string => join(folder, `${id}.json`)
  const read: LaunchShelf['read'] = (id) => {
    const found = readSmallFile(pathOf(id), LIMIT_BYTES)
    const record = found.ok ? LaunchRecord.safeParse(jsonOf(found.value.text)) : null
    return record?.success && record.data.id === id ? record.data : null
  }
  return {
    ids() {
      try {
        return readdirSync(folder).flatMap((name) => (/^[\w-]+\.json$/.test(name) ? [name.slice(0, -'.json'.length)] : []))
      } catch {
        return []
      }
    },
    read,
    stampOf: (id) => stampOf(pathOf(id)),
    put: (record) => changeLocked(folder, () => write(pathOf(record.id), record)),
    change: (id, change) =>
      changeLocked(folder, () => {
        const now = read(id)
        if (now === null) return null
        const next = mergeRecord(now, change)
        if (JSON.stringify(next) !== JSON.stringify(now)) write(pathOf(id), next)
        return next
      }),
    // Or a change that has just read it would bring it back.
    remove: (id) => changeLocked(folder, () => rmSync(pathOf(id), { force: true })),
  }
}

function write(path: string, record: LaunchRecord): string | null {
  return replaceFile(path, (temporary) => writeFileSync(temporary, `${JSON.stringify(record)}\n`, { mode: 0o600 }), 0o700)
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : 'none'
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
