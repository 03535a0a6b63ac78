import { breathe, every } from './every'
import type { KnownFile } from './sweepRoots'
import { differingPaths } from './sweepRoots'
import type { Walk } from './walkRoot'
import { walkRootInSlices } from './walkRoot'
import type { WatchSource, WatchSourceOptions } from './watchSource'

export interface PollingOptions extends WatchSourceOptions {
  readonly pollMs: number
  readonly onRootState: (state: Walk['state']) => void
}

/** For what cannot be watched: looks at every file again and again, and tells what differs from the last look. */
export function watchByPolling(options: PollingOptions, isNews: boolean): WatchSource {
  const { root, disk, want, enter, onHint, onFolder, onProblem, onRootState, pollMs, timers } = options
  const aborter = new AbortController()
  const { signal } = aborter
  let known = new Map<string, KnownFile>()
  let folders = new Set<string>()
  const look = async (isFirst: boolean): Promise<void> => {
    const walk = await walkRootInSlices(root, want, { disk, enter, signal })
    if (!walk) return
    const now = toKnown(walk)
    // Each of these takes some 20 ms at 100 000 files: not in one go.
    await breathe()
    if (signal.aborted) return
    const differing = isFirst && !isNews ? [] : differingPaths(known, walk)
    const nowFolders = new Set(walk.folders.paths)
    if (!isFirst || isNews) {
      for (const path of nowFolders) if (!folders.has(path)) onFolder(path, 'appeared')
      for (const path of folders) if (!nowFolders.has(path)) onFolder(path, 'vanished')
    }
    // Kept before anyone is told: a caller that closes us from inside a hint must not see the same change twice.
    known = now
    folders = nowFolders
    onRootState(walk.state)
    for (const { path, reason } of walk.problems) onProblem(path, reason)
    for (const path of differing) onHint(path)
  }
  const ready = look(true)
  let rounds: { close(): void } | undefined
  void ready.then(() => {
    if (!signal.aborted) rounds = every(pollMs, () => look(false), timers)
  })
  return {
    ready,
    folderCount: () => 0,
    adopt: () => undefined,
    close() {
      aborter.abort()
      rounds?.close()
    },
  }
}

function toKnown(walk: Walk): Map<string, KnownFile> {
  const { paths, sizes, mtimesMs, inos } = walk.files
  const known = new Map<string, KnownFile>()
  for (const [row, path] of paths.entries()) {
    known.set(path, { size: sizes[row] ?? 0, mtimeMs: mtimesMs[row] ?? 0, ino: inos[row] ?? 0 })
  }
  return known
}
