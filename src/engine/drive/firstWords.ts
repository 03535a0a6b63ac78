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
}

const Kept = z.object({ pid: z.number(), start: z.number().nullable(), text: z.string() })

export function openFirstWords(stateFolder: string): FirstWords {
  const pathOf = (id: string): string => join(stateFolder, 'drive', 'launches', `${id}.first`)
  const drop: FirstWords['drop'] = (id) => rmSync(pathOf(id), { force: true })
  return {
    keep(id, text) {
      const kept = { pid: process.pid, start: startOf(process.pid), text } satisfies z.infer<typeof Kept>
      // A disk that is full must not keep it from being started.
      replaceFile(pathOf(id), (temporary) => writeFileSync(temporary, JSON.stringify(kept), { mode: 0o600 }), 0o700)
    },
    drop,
    isLeft: (id) => existsSync(pathOf(id)),
    claim(id) {
      const kept = readKept(pathOf(id))
      if (kept === null || isAtIt(kept)) return null
      const own = `${pathOf(id)}.${process.pid}`
      try {
        renameSync(pathOf(id), own)
      } catch {
        // Another program of ours was faster.
        return null
      }
      rmSync(own, { force: true })
      return kept.text
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
