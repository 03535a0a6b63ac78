import { realpath, stat } from 'node:fs/promises'
import type { PromotionRefusal } from '../../../core/promotion'
import { fail, ok, type Result } from '../../../shared/result'

const WORKTREES = /[\\/]\.claude[\\/]worktrees[\\/].*$/

export interface FolderQuestion {
  /** Chosen by a person; null: nobody chose. */
  readonly chosen: string | null
  readonly worked: string | null
  /** Where the run began that the agent belongs to. */
  readonly run: string | null
  readonly isInWorktree: boolean
}

/**
 * Where the new session starts. A worktree is removed when its agent has ended, so such an agent goes on in the repository. Links are
 * resolved: the CLI names the folder of its sessions by where it really is.
 */
export async function startFolder({
  chosen,
  worked,
  run,
  isInWorktree,
}: FolderQuestion): Promise<Result<string, PromotionRefusal>> {
  const wanted =
    chosen ?? (isInWorktree || (worked !== null && WORKTREES.test(worked)) ? repositoryOf(worked, run) : worked) ?? run
  if (wanted === null) return fail({ reason: 'folder_gone', message: 'its records name no folder to start in: choose one' })
  try {
    const real = await realpath(wanted)
    if ((await stat(real)).isDirectory()) return ok(real)
    return fail({ reason: 'folder_gone', message: `${wanted} is no folder: choose another to start in` })
  } catch {
    return fail({ reason: 'folder_gone', message: `the folder ${wanted} is not there any more: choose another to start in` })
  }
}

function repositoryOf(worked: string | null, run: string | null): string | null {
  return run ?? worked?.replace(WORKTREES, '') ?? null
}
