import type { Health } from '../../shared/health'
import type { WatchState } from '../watchRoots'

/** How the folders are watched, and what to do where the system has no watch left to give. */
export function watchingHealth(states: readonly WatchState[]): Health['watching'] {
  const [first] = states
  if (!first) return { mode: 'off', folders: 0, note: null, remedy: null }
  const mode = states.every((one) => one.mode === first.mode) ? first.mode : 'mixed'
  const note = states.flatMap((one) => (one.note === null ? [] : [one.note])).join('; ') || null
  return { mode, folders: states.reduce((sum, one) => sum + one.folders, 0), note, remedy: remedyFor(note, first.limit) }
}

function remedyFor(note: string | null, limit: number | null): string | null {
  if (note?.includes('(ENOSPC)')) {
    return `sudo sysctl fs.inotify.max_user_watches=${Math.max(524_288, (limit ?? 0) * 2)}`
  }
  return note?.includes('(EMFILE)') ? 'sudo sysctl fs.inotify.max_user_instances=1024' : null
}
