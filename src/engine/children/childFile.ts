import { statSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { RememberedChild } from '../../core/childMemory'
import { readSmallFile } from '../readSmallFile'
import { replaceFile } from '../replaceFile'

/** As it lies in the file. */
export interface KeptChild extends RememberedChild {
  readonly provider: string
  /** When its place was learnt, and when it was last said to stand there. */
  readonly since: number
  readonly seen: number
}

const FORMAT = 1
const LIMIT_BYTES = 32 * 1024 * 1024

const Child: z.ZodType<KeptChild> = z.object({
  provider: z.string().min(1),
  id: z.string().min(1),
  run: z.string().min(1),
  parent: z.string().min(1),
  type: z.string().nullable(),
  title: z.string().nullable(),
  evidence: z.enum(['session', 'task', 'guess']),
  guess: z.string().nullable(),
  directory: z.string(),
  teller: z.string(),
  since: z.number(),
  seen: z.number(),
})
const Stored = z
  .object({ format: z.literal(FORMAT), children: z.array(Child) })
  // A guess without its reason would pass for proof.
  .refine(({ children }) => children.every(({ evidence, guess }) => (evidence === 'guess') === (guess !== null)))
const Newer = z.object({ format: z.number().gt(FORMAT) })

export type ChildFileContent =
  | { readonly kind: 'children'; readonly children: readonly KeptChild[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'garbled' }
  /** Something is there that is not ours to change: a newer program's, or closed to us. */
  | { readonly kind: 'closed'; readonly reason: string }

/** Tells one state of the file from another. */
export function childFileStamp(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : 'none'
}

export function readChildFile(path: string): ChildFileContent {
  const read = readSmallFile(path, LIMIT_BYTES)
  if (!read.ok) {
    const { failure } = read
    if (failure.kind === 'gone') return { kind: 'absent' }
    return failure.kind === 'too_large' ? { kind: 'garbled' } : { kind: 'closed', reason: `it cannot be read: ${failure.reason}` }
  }
  const value = parse(read.value.text)
  const stored = Stored.safeParse(value)
  if (stored.success) return { kind: 'children', children: stored.data.children }
  return Newer.safeParse(value).success
    ? { kind: 'closed', reason: 'a newer release wrote it, so it is left alone' }
    : { kind: 'garbled' }
}

/** Says why it could not be kept; null: it was. */
export function writeChildFile(path: string, children: readonly KeptChild[]): string | null {
  const text = `${JSON.stringify({ format: FORMAT, children })}\n`
  return replaceFile(path, (temporary) => writeFileSync(temporary, text, { mode: 0o600 }), 0o700)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
