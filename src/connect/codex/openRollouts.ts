import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { ownProcesses, type ProcessFolder, parentOf, systemProcesses, writtenFilesOf } from '../processes/ownProcesses'

/** Which threads a program of the product writes: it keeps their rollouts open as long as it has them loaded. */
export interface OpenRollouts {
  /** By thread, the program that writes it. */
  readonly writers: ReadonlyMap<string, number>
  /** Programs whose open files could be read, and their launchers: a thread that is not among `writers` is not theirs. */
  readonly seen: ReadonlySet<number>
}

/** Empty where there is no /proc. Files that are only read, by a list of sessions, say nothing. */
export function readOpenRollouts(root: string, folder: ProcessFolder = systemProcesses): OpenRollouts {
  const writers = new Map<string, number>()
  const seen = new Set<number>()
  for (const { pid, threads } of openedBy(root, folder)) {
    seen.add(pid)
    // The package's script starts the program and waits for it: it holds nothing itself.
    const launcher = parentOf(pid, folder)
    if (launcher !== null) seen.add(launcher)
    for (const thread of threads) writers.set(thread, pid)
  }
  return { writers, seen }
}

/** All that write one thread: where nothing is locked there may be more than one. */
export function writersOf(root: string, thread: string, folder: ProcessFolder = systemProcesses): number[] {
  return [...openedBy(root, folder)].flatMap(({ pid, threads }) => (threads.includes(thread) ? [pid] : []))
}

function* openedBy(
  root: string,
  folder: ProcessFolder,
): Generator<{ readonly pid: number; readonly threads: readonly string[] }> {
  const sessions = join(realPathOf(root), 'sessions', '/')
  for (const pid of ownProcesses((name) => name.startsWith('codex'), folder)) {
    const files = writtenFilesOf(pid, folder)
    if (files === null) continue
    const threads = files.flatMap((path) => (path.startsWith(sessions) ? (ROLLOUT.exec(path)?.[1] ?? []) : []))
    yield { pid, threads }
  }
}

const ROLLOUT = /\/rollout-[^/]*-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.jsonl$/

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
