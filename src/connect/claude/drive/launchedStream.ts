import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asObject, parseJson } from '../../../core/readJson'
import { readSessionMemo } from './sessionMemo'

/** A session that was started here and says on its own output what it does. */
export interface LaunchedStream {
  readonly run: string
  readonly startedAt: number
}

/**
 * What the keeper noted of one launch: `other` is no such session and never becomes one; null is not written yet, or not readable. Read
 * as it lies, without the keeper: its folder is there as long as anybody wants it.
 */
export function launchedStream(folder: string): LaunchedStream | 'other' | null {
  let text: string
  try {
    text = readFileSync(join(folder, 'state.json'), 'utf8')
  } catch {
    return null
  }
  const state = asObject(parseJson(text))
  if (!state) return null
  const note = asObject(state['note'])
  const memo = note?.['provider'] === 'claude' ? readSessionMemo(note['memo']) : null
  const startedAt = state['startedAt']
  if (memo?.way !== 'headless' || memo.run === '' || typeof startedAt !== 'number') return 'other'
  return { run: memo.run, startedAt }
}
