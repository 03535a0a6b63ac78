import type { Health } from '../../shared/health'
import type { Variables } from '../settingsFromEnvironment'
import type { RootState } from '../watchOneRoot'
import type { WatchState } from '../watchRoots'
import { clampText } from './clampText'
import { readRemedy, tilde } from './folderState'

/** How the folders are watched, and what to do where one cannot be, or where the system has no watch left to give. */
export function watchingHealth(states: readonly WatchState[], env: Variables): Health['watching'] {
  const [first] = states
  if (!first) return { mode: 'off', folders: 0, note: null, remedy: null }
  const mode = states.every((one) => one.mode === first.mode) ? first.mode : 'mixed'
  const folders = states.reduce((sum, one) => sum + one.folders, 0)
  const blocked = blockedFolders(states.flatMap(({ roots }) => roots))
  if (blocked) return { mode, folders, ...tellBlocked(blocked, env) }
  const note = states.flatMap((one) => (one.note === null ? [] : [one.note])).join('; ') || null
  return { mode, folders, note, remedy: remedyFor(note, first.limit) }
}

interface Blocked {
  readonly folder: string
  readonly code: string
  readonly more: number
}

function blockedFolders(roots: readonly RootState[]): Blocked | null {
  const all = roots.flatMap(({ path: root, blocked }) =>
    [...blocked].map(([path, code]) => ({ folder: path === '' ? root : `${root}/${path}`, code })),
  )
  const found = all.find(({ code }) => code === 'EACCES' || code === 'EPERM')
  return found ? { ...found, more: all.length - 1 } : null
}

function tellBlocked({ folder, code, more }: Blocked, env: Variables): Pick<Health['watching'], 'note' | 'remedy'> {
  const name = tilde(folder, env)
  const others = more === 0 ? '' : more === 1 ? ' and 1 other folder' : ` and ${more} other folders`
  const note = `This user may not read ${clampText(name, 200)}${others} (${code}): what happens there is not shown.`
  return { note, remedy: readRemedy(name) }
}

function remedyFor(note: string | null, limit: number | null): string | null {
  if (note?.includes('(ENOSPC)')) {
    return `sudo sysctl fs.inotify.max_user_watches=${Math.max(524_288, (limit ?? 0) * 2)}`
  }
  return note?.includes('(EMFILE)') ? 'sudo sysctl fs.inotify.max_user_instances=1024' : null
}
