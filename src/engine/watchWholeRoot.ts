import type { Stats } from 'node:fs'
import { errorCode, isMissingCode, walkRootInSlices } from './walkRoot'
import type { RawEvent } from './watchDisk'
import { isExhaustion } from './watchDisk'
import type { WatchSource, WatchSourceOptions } from './watchSource'

/** macOS and Windows: the system itself watches a whole tree with one handle. */
export function watchWholeRoot(options: WatchSourceOptions, isNews: boolean): WatchSource {
  const { root, disk, onHint, onFolder, onProblem, want, enter } = options
  const aborter = new AbortController()
  let watcher: { close(): void } | undefined
  const close = (): void => {
    aborter.abort()
    watcher?.close()
    watcher = undefined
  }
  const lose = (): void => {
    if (aborter.signal.aborted) return
    close()
    options.onRootLost()
  }
  const hint = (path: string): void => {
    if (want(path)) onHint(path)
  }
  const hintAllIn = async (folder: string): Promise<void> => {
    const prefix = folder === '' ? '' : `${folder}/`
    const { signal } = aborter
    const walk = await walkRootInSlices(root + (folder && `/${folder}`), (path) => want(prefix + path), {
      disk,
      signal,
      enter: (path) => enter(prefix + path),
    })
    for (const path of walk?.files.paths ?? []) onHint(prefix + path)
  }
  const look = (path: string): Stats | undefined => {
    try {
      return disk.stat(root + (path && `/${path}`))
    } catch (error) {
      const code = errorCode(error)
      if (!isMissingCode(code)) onProblem(path, code)
      return undefined
    }
  }
  const born = look('')?.ino
  const onEvent = (event: RawEvent, name: string | null): void => {
    if (aborter.signal.aborted) return
    // No name: the system dropped events and only says "something in here".
    if (name === null) return void hintAllIn('')
    const path = name.replaceAll('\\', '/')
    if (!isEntered(path, enter)) return
    if (event === 'change') return hint(path)
    // A deleted or replaced root is told as a rename of something inside it on one system, of itself on the other.
    if (look('')?.ino !== born) return lose()
    const stats = look(path)
    if (stats?.isDirectory()) {
      onFolder(path, 'appeared')
      return void hintAllIn(path)
    }
    if (!stats) onFolder(path, 'vanished')
    hint(path)
  }
  try {
    watcher = disk.watch(root, { recursive: true }, onEvent, lose)
  } catch (error) {
    const code = errorCode(error)
    close()
    if (isMissingCode(code)) options.timers.soon(options.onRootLost)
    else if (isExhaustion(code)) options.timers.soon(() => options.onExhausted(code))
    else onProblem('', code)
  }
  const adopt = (): void => {
    if (look('')?.ino !== born) lose()
  }
  const ready = isNews ? hintAllIn('') : Promise.resolve()
  return { ready, folderCount: () => (watcher ? 1 : 0), adopt, close }
}

function isEntered(path: string, enter: (relPath: string) => boolean): boolean {
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    if (!enter(path.slice(0, slash))) return false
  }
  return true
}
