import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { startOf } from '../../connect/processes/ownProcesses'
import { isPidAlive } from '../isPidAlive'
import { replaceFile } from '../replaceFile'

/**
 * What sessions are to be told first, on disk until they were: some are asked before whether nobody else has opened them, and whoever
 * starts them may be killed meanwhile.
 */
export interface FirstWords {
  keep(id: string, text: string): void
  drop(id: string): void
  isLeft(id: string): boolean
  /** What nobody is left to say, for one asker alone; null: there is nothing, or whoever began is still at it. */
  claim(id: string): string | null
  /** Where what was claimed lies until it is dropped. */
  claimedAt(id: string): string
}

/** For who only looks: what is left is for others to say. */
export const noFirstWords: FirstWords = {
  keep: () => undefined,
  drop: () => undefined,
  isLeft: () => false,
  claim: () => null,
  claimedAt: () => '',
}

const Kept = z.object({ pid: z.number(), start: z.number().nullable(), text: z.string() })

export function openFirstWords(stateFolder: string): FirstWords {
  const pathOf = (id: string): string => join(stateFolder, 'drive', 'launches', `${id}.first`)
  const claimedAt: FirstWords['claimedAt'] = (id) => join(stateFolder, 'drive', 'launches', `${id}.unsaid`)
  return {
    keep(id, text) {
      const kept = { pid: process.pid, start: startOf(process.pid), text } satisfies z.infer<typeof Kept>
      // A disk that is full must not keep it from being started.
      replaceFile(pathOf(id), (temporary) => writeFileSync(temporary, JSON.stringify(kept), { mode: 0o600 }), 0o700)
    },
    drop(id) {
      for (const path of [pathOf(id), claimedAt(id)]) rmSync(path, { force: true })
    },
    claimedAt,
    isLeft: (id) => existsSync(pathOf(id)),
    claim(id) {
      const kept = readKept(pathOf(id))
      if (kept === null || isAtIt(kept)) return null
      try {
        renameSync(pathOf(id), claimedAt(id))
        return kept.text
      } catch {
        // Another program of ours was faster.
        return null
      }
    },
  }
}

function readKept(path: string): z.infer<typeof Kept> | null {
  try {
    return Kept.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** A later process may have got its number. */
function isAtIt({ pid, start }: z.infer<typeof Kept>): boolean {
  return isPidAlive(pid) && (start === null || startOf(pid) === start)
}
