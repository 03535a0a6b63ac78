import { renameSync, statSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { errorText } from '../../shared/errorText'
import { fail, ok, type Result } from '../../shared/result'
import { readSmallFile } from '../readSmallFile'
import { replaceFile } from '../replaceFile'
import { errorCode } from '../walkRoot'
import { LinkAct } from './linkAct'

const LIMIT_BYTES = 64 * 1024 * 1024
const Stored = z.object({ format: z.literal(1), acts: z.array(LinkAct) })

export type LinkFileContent =
  | { readonly kind: 'acts'; readonly acts: readonly LinkAct[] }
  | { readonly kind: 'absent' }
  /** Something is there that is not ours to lose. */
  | { readonly kind: 'garbled'; readonly reason: string }

/** Tells one state of the file from another; '' where it is absent. */
export function linkFileStamp(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? '' : errorCode(error)
  }
}

export function readLinkFile(path: string): LinkFileContent {
  const read = readSmallFile(path, LIMIT_BYTES)
  if (!read.ok) {
    const { failure } = read
    if (failure.kind === 'gone') return { kind: 'absent' }
    return { kind: 'garbled', reason: failure.kind === 'unreadable' ? failure.reason : `${failure.sizeBytes} bytes` }
  }
  const parsed = Stored.safeParse(parseJson(read.value.text))
  if (parsed.success) return { kind: 'acts', acts: parsed.data.acts }
  const [issue] = parsed.error.issues
  return { kind: 'garbled', reason: issue ? `${issue.path.join('.') || 'the whole of it'}: ${issue.message}` : 'no JSON' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Nothing but the person holds them, so they are flushed. */
export function writeLinkFile(path: string, acts: readonly LinkAct[]): Result<void, string> {
  const text = `${JSON.stringify({ format: 1, acts }, null, 1)}\n`
  const refused = replaceFile(path, (temporary) => writeFileSync(temporary, text, { flush: true }))
  return refused === null ? ok(undefined) : fail(refused)
}

/** Under a name that no other garbled file has: what a person may still want to mend is never written over. */
export function putAside(path: string, nowMs: number): Result<string, string> {
  const aside = path.replace(/(\.json)?$/, `.garbled-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}.json`)
  try {
    renameSync(path, aside)
    return ok(aside)
  } catch (error) {
    return fail(errorText(error))
  }
}
