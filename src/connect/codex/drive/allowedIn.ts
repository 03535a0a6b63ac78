import type { DriveWish } from '../../../core/drive/driver'
import type { Json } from '../../../core/readJson'
import { lastSettings } from './lastSettings'
import { modeOfWords, type PermissionMode, type PermissionWords } from './permissionModes'

/** What a run is allowed, and what has to be said for it. */
export interface Allowed {
  /** Null: nothing is said. */
  readonly says: PermissionWords | null
  readonly config: Json | null
  /** The mode it will be in; null: none that has a name here. */
  readonly mode: string | null
  readonly words: string
  readonly notes: readonly string[]
}

const UNKNOWN = 'What it was allowed before is not known: your Codex settings say what it may do now.'

/**
 * Where no mode is named a thread that goes on keeps what it had last: it must not be allowed more without a word. It is said, for 0.105
 * takes up every thread with what the settings allow, and 0.169 each whose sandbox may write.
 */
export async function allowedIn({ origin }: DriveWish, mode: PermissionMode): Promise<Allowed> {
  const plain = { config: null, mode: mode.id, words: mode.label, notes: [] }
  if (mode.says !== null) return { ...plain, says: mode.says }
  if (origin === null || origin.how === 'render') return { ...plain, says: null }
  const file = origin.target.agent === null ? origin.target.mainFile : origin.target.file
  const last = file === null ? null : await lastSettings(file)
  if (last === null) return { ...plain, says: null, notes: [UNKNOWN] }
  const words = `allowed what it was allowed last (approval ${last.approval}, sandbox ${last.sandbox})`
  return { says: last, config: last.config, mode: modeOfWords(last), words, notes: [] }
}
