import { dirname } from 'node:path'
import type { Timers } from './every'
import { every } from './every'
import { errorCode } from './walkRoot'
import type { WatchDisk } from './watchDisk'

export interface RootWait {
  close(): void
}

export interface RootWaitOptions {
  readonly root: string
  readonly disk: WatchDisk
  readonly timers: Timers
  /** Used only where the folder above cannot be watched. */
  readonly pollMs: number
  /** The root may have come, gone or been replaced: look. */
  readonly onMaybeChanged: () => void
}

/** Watches the nearest existing folder above the root, that one level only, so that the rest of a home folder costs nothing. */
export function watchForRoot(options: RootWaitOptions): RootWait {
  const { root, disk, timers, pollMs, onMaybeChanged } = options
  let current: { close(): void } | undefined
  let isClosed = false
  const settle = (): void => {
    if (isClosed) return
    current?.close()
    current = undefined
    let above = nearestAbove(root, disk)
    // Watch first, then look: the next folder down may have appeared in between, and then we belong there.
    for (;;) {
      current = watchOneLevel(above)
      const deeper = nearestAbove(root, disk)
      if (deeper === above || !current) return
      current.close()
      above = deeper
    }
  }
  const moved = (): void => {
    if (isClosed) return
    settle()
    onMaybeChanged()
  }
  const watchOneLevel = (above: string): { close(): void } => {
    const next = nextStep(above, root)
    const own = lastName(above)
    const onEvent = (event: string, name: string | null): void => {
      if (event === 'rename' && (name === null || name === next || name === own)) moved()
    }
    try {
      return disk.watch(above, { recursive: false }, onEvent, moved)
    } catch (error) {
      errorCode(error)
      return every(pollMs, onMaybeChanged, timers)
    }
  }
  settle()
  return {
    close() {
      isClosed = true
      current?.close()
      current = undefined
    },
  }
}

function nearestAbove(root: string, disk: WatchDisk): string {
  for (let above = dirname(root); ; above = dirname(above)) {
    if (above === dirname(above) || isFolder(above, disk)) return above
  }
}

function isFolder(path: string, disk: WatchDisk): boolean {
  try {
    return disk.stat(path)?.isDirectory() ?? false
  } catch (error) {
    errorCode(error)
    return false
  }
}

function nextStep(above: string, root: string): string {
  return (
    root
      .slice(above.length)
      .split(/[\\/]/)
      .find((part) => part !== '') ?? ''
  )
}

function lastName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? ''
}
