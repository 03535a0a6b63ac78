import { open } from 'node:fs/promises'
import { asId, asObject, type Json, parseJson } from '../../../core/readJson'

/** What a thread's last turn was allowed, in the product's own words. */
export interface ThreadSettings {
  readonly approval: string
  readonly sandbox: string
  /** Of a sandbox that may write: where, and whether it reaches the network. */
  readonly config: Json
  readonly isPlan: boolean
}

const PIECE_BYTES = 1024 * 1024
const MARK = '"turn_context"'
const LINE_END = 10

/** Null: no turn of the rollout says it, or none in words that can be said again. */
export async function lastSettings(file: string): Promise<ThreadSettings | null> {
  const handle = await open(file).catch(() => null)
  if (!handle) return null
  try {
    let rest = Buffer.alloc(0)
    for (let end = (await handle.stat()).size; end > 0; ) {
      const from = Math.max(0, end - PIECE_BYTES)
      const piece = Buffer.alloc(end - from)
      await handle.read(piece, 0, piece.length, from)
      const text = Buffer.concat([piece, rest])
      // The first line may begin before this piece.
      const whole = from === 0 ? 0 : text.indexOf(LINE_END) + 1
      const told = newestIn(text.subarray(whole))
      if (told) return readSettings(told)
      rest = text.subarray(0, whole)
      end = from
    }
    return null
  } catch {
    return null
  } finally {
    await handle.close()
  }
}

function newestIn(lines: Buffer): Json | null {
  if (!lines.includes(MARK)) return null
  for (const line of lines.toString().split('\n').toReversed()) {
    const record = line.includes(MARK) ? asObject(parseJson(line)) : null
    if (record?.['type'] === 'turn_context') return asObject(record['payload'])
  }
  return null
}

const SANDBOXES = new Set(['read-only', 'workspace-write', 'danger-full-access'])

function readSettings(told: Json): ThreadSettings | null {
  const approval = asId(told['approval_policy'])
  const { type, ...policy } = asObject(told['sandbox_policy']) ?? {}
  if (approval === null || typeof type !== 'string' || !SANDBOXES.has(type)) return null
  const config = type === 'workspace-write' ? { sandbox_workspace_write: policy } : {}
  return { approval, sandbox: type, config, isPlan: asObject(told['collaboration_mode'])?.['mode'] === 'plan' }
}
