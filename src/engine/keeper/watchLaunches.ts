import { keeperFolders, makePrivateFolder } from '../../keeper/keeperFolders'
import { HeldId } from '../../shared/ids'
import { watchRoots } from '../watchRoots'

export interface LaunchHints {
  onOutput(id: HeldId): void
  /** Its state, or its being there at all. */
  onState(id: HeldId): void
}

/** Hints about the folders of what was launched; they come also where no keeper is left to tell. */
export function watchLaunches(home: string, hints: LaunchHints): { readonly ready: Promise<void>; close(): void } {
  const { launches } = keeperFolders(home)
  makePrivateFolder(launches)
  const idOf = (path: string): HeldId | null => HeldId.safeParse(path.split('/')[0]).data ?? null
  return watchRoots(
    [launches],
    {
      onHint(_root, path) {
        const id = idOf(path)
        if (id === null) return
        if (path.endsWith('/out')) hints.onOutput(id)
        else hints.onState(id)
      },
      onFolder(_root, path, change) {
        const id = idOf(path)
        if (id !== null && change === 'vanished') hints.onState(id)
      },
      onState: () => undefined,
    },
    { want: (path) => /\/(out|state\.json)$/.test(path), enter: (path) => !path.includes('/') },
  )
}
