import { join } from 'node:path'
import { z } from 'zod'
import { LaunchChoices } from '../../shared/drive/driveCalls'
import type { Engine } from '../engine'
import { jsonFile } from './jsonFile'

const Remembered = z.array(z.object({ folder: z.string(), at: z.number(), choices: LaunchChoices }))

export interface RecentFolder {
  readonly folder: string
  readonly branch: string | null
  readonly choices: LaunchChoices | null
}

/** Folders of late: where runs were, and what was chosen when one was started here. */
export interface FolderMemory {
  list(engine: Engine | null): Promise<RecentFolder[]>
  choicesIn(folder: string): LaunchChoices | null
  remember(folder: string, choices: LaunchChoices): void
}

const MOST_FOLDERS = 40
const RUNS_LOOKED_AT = 200

export function openFolderMemory(stateFolder: string, now: () => number): FolderMemory {
  const file = jsonFile(join(stateFolder, 'drive', 'folders.json'), Remembered, [])
  return {
    async list(engine) {
      const known = new Map(file.read().map((one) => [one.folder, one]))
      const rows = (await engine?.list({ provider: null, project: null, liveOnly: false, limit: RUNS_LOOKED_AT })) ?? []
      const found = new Map<string, { at: number; branch: string | null }>()
      for (const { cwd, project, updated, branch } of rows) {
        const folder = cwd ?? project
        if (folder !== null && !found.has(folder))
          found.set(folder, { at: Date.parse(updated ?? '') || 0, branch: branch ?? null })
      }
      for (const { folder, at } of known.values()) {
        const run = found.get(folder)
        found.set(folder, { at: Math.max(at, run?.at ?? 0), branch: run?.branch ?? null })
      }
      return [...found]
        .sort(([, a], [, b]) => b.at - a.at)
        .slice(0, MOST_FOLDERS)
        .map(([folder, { branch }]) => ({ folder, branch, choices: known.get(folder)?.choices ?? null }))
    },
    choicesIn: (folder) => file.read().find((one) => one.folder === folder)?.choices ?? null,
    remember(folder, choices) {
      const others = file.read().filter((one) => one.folder !== folder)
      file.write([{ folder, at: now(), choices }, ...others].slice(0, MOST_FOLDERS))
    },
  }
}
