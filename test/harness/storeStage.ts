import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openWatch } from './openWatch'
import { ReplayWatches } from './ReplayWatches'
import type { Recording } from './recordings'
import { relocateRuns } from './relocateRecording'
import { StoreWriter } from './StoreWriter'
import { type StoreReplay, storeCommits } from './storeCommits'
import { type Workspace, withWorkspace } from './workspace'

/** However long a recording lasted, its replay lasts no longer. */
export const LONGEST_MS = 1_200

/** A data folder that is about to be written, and who watches it. */
export interface StoreStage {
  readonly workspace: Workspace
  readonly watches: ReplayWatches
  readonly project: string
  readonly bin: string
  /** Of the database. */
  readonly path: string
  /** The runs of a recording, as if they had worked in `project`. */
  runsOf(recording: Recording): Recording['runs']
  /** What the product committed in it, from now on. */
  commitsOf(recording: Recording): StoreReplay
  /** Another program of the product; all are ended with the stage. */
  write(path?: string): Promise<StoreWriter>
}

/** Runs `work` with a watch on all live runs; the data folder does not exist yet. What the watches did wrong is among the faults. */
export function withStoreStage(work: (stage: StoreStage) => Promise<string[]>): Promise<string[]> {
  return withWorkspace(async (workspace) => {
    const { root, env, folder } = workspace
    const [project, bin] = [join(folder, 'project'), join(folder, 'bin')]
    mkdirSync(project)
    const path = join(root, 'opencode', 'opencode.db')
    const watches = new ReplayWatches(env, await openWatch([], env))
    const writers: StoreWriter[] = []
    const stage: StoreStage = {
      ...{ workspace, watches, project, bin, path },
      runsOf: (recording) => relocateRuns(recording, project),
      commitsOf: (recording) => storeCommits(recording, { project, longestMs: LONGEST_MS, beginsAt: Date.now() }),
      async write(at = path) {
        const writer = await StoreWriter.start({ path: at, project, bin })
        writers.push(writer)
        return writer
      },
    }
    const faults: string[] = []
    try {
      faults.push(...(await work(stage)))
    } finally {
      for (const writer of writers) await writer.kill()
      await watches.close()
    }
    return [...faults, ...watches.faults()]
  }, 'opencode')
}
