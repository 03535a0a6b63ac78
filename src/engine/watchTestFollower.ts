import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAppended } from './readAppended'
import type { Sweep } from './sweepRoots'
import { createSweep } from './sweepRoots'
import type { TailState } from './tailState'
import { NEW_TAIL } from './tailState'
import { walkRoot } from './walkRoot'
import { createHintQueue } from './watchHintQueue'
import type { WatchSettings, WatchState } from './watchRoots'
import { watchRoots } from './watchRoots'

/** The real chain, watcher → queue → tailer, keeping what it read, so that a test can compare it with the disk. */
export interface Follower {
  readonly read: ReadonlyMap<string, { readonly tail: TailState; readonly text: string }>
  readonly hints: readonly string[]
  readonly states: readonly WatchState[]
  readonly sweep: Sweep
  /** While true every hint is thrown away, as a full event queue would. */
  isDeaf: boolean
  state(): WatchState
  /** Settles as soon as the condition holds; looked at after everything that happens, never by the clock. */
  until(condition: () => boolean): Promise<void>
  untilLikeDisk(): Promise<void>
  close(): void
}

export async function followRoot(root: string, settings: WatchSettings = {}): Promise<Follower> {
  const read: ReadFiles = new Map()
  const hints: string[] = []
  const states: WatchState[] = []
  const waiting = new Set<() => void>()
  const settle = (): void => {
    for (const look of [...waiting]) look()
  }
  const look = (path: string): void => readOne(root, path, read)
  const queue = createHintQueue({
    onBatch: (paths) => {
      for (const path of paths) look(path)
      settle()
    },
  })
  const hint = (_rootIndex: number, path: string): void => {
    hints.push(path)
    if (follower.isDeaf) settle()
    else queue.hint(path)
  }
  const watch = watchRoots(
    [root],
    {
      onHint: hint,
      onFolder: (_rootIndex, path, change) => {
        if (change === 'appeared') return
        for (const known of read.keys()) if (path === '' || known.startsWith(`${path}/`)) queue.hint(known)
      },
      onState: (state) => {
        states.push(state)
        settle()
      },
    },
    settings,
  )
  const want = settings.want ?? ((): boolean => true)
  const sweep = createSweep({
    roots: [root],
    want,
    known: () => new Map([...read].map(([path, { tail }]) => [path, tail])),
    onHint: (_rootIndex, path) => queue.hint(path),
    onWalk: (rootIndex, walk) => watch.adopt(rootIndex, walk.folders.paths),
    intervalMs: 3_600_000,
  })
  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!condition()) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })
  const follower: Follower = {
    read,
    hints,
    states,
    sweep,
    isDeaf: false,
    state: () => watch.state(),
    until,
    untilLikeDisk: () => until(() => isLikeDisk(root, read)),
    close() {
      watch.close()
      sweep.close()
      queue.close()
    },
  }
  await watch.ready
  for (const path of walkRoot(root, want).files.paths) look(path)
  return follower
}

type ReadFiles = Map<string, { tail: TailState; text: string }>

function readOne(root: string, path: string, read: ReadFiles): void {
  let text = read.get(path)?.text ?? ''
  const outcome = readAppended(read.get(path)?.tail ?? NEW_TAIL, join(root, path), {
    onReplaced: () => {
      text = ''
    },
    onLines: (buffer, start, end) => {
      text += buffer.toString('utf8', start, end)
    },
  })
  if (outcome.kind === 'gone') read.delete(path)
  else if (outcome.kind !== 'unreadable') read.set(path, { tail: outcome.state, text })
}

function isLikeDisk(root: string, read: Follower['read']): boolean {
  const { paths, sizes } = walkRoot(root, () => true).files
  if (paths.length !== read.size) return false
  return paths.every((path, row) => {
    const known = read.get(path)
    return known !== undefined && known.tail.size === sizes[row] && known.text === readFileSync(join(root, path), 'utf8')
  })
}

export function makeTestFolder(): { path: string; remove(): void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'watch-')))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Everything this process holds open: inotify watches one by one, other handles by number. */
export function countHandles(): { watches: number; files: number } {
  let watches = 0
  let files = 0
  for (const name of readdirSync('/proc/self/fdinfo')) {
    try {
      files++
      watches += readFileSync(`/proc/self/fdinfo/${name}`, 'latin1').match(/^inotify wd/gm)?.length ?? 0
    } catch {
      // The folder's own handle is in its listing and gone by now.
      files--
    }
  }
  return { watches, files }
}
