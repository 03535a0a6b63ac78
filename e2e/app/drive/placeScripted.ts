import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../../../test/harness/recordings'
import type { World } from '../harness/World'

export interface Scripted {
  /** A folder that runs can be started in. */
  readonly folder: string
  /** What the app is opened with, so that it finds the product. */
  readonly variables: Readonly<Record<string, string>>
}

/** Puts a product without a model on the way of the app, and a project to work in. What runs ends with the app, unless it is to ask. */
export function placeScripted(world: World, name = 'acme', whenClosing: 'ask' | 'stop' = 'stop'): Scripted {
  const bin = join(world.workspace.folder, 'bin')
  mkdirSync(bin, { recursive: true })
  copyFileSync(join(PROJECT, 'e2e/app/drive/scriptedCli.mjs'), join(bin, 'claude'))
  for (const part of ['askListed.mjs', 'askScenes.mjs']) copyFileSync(join(PROJECT, 'e2e/app/drive', part), join(bin, part))
  chmodSync(join(bin, 'claude'), 0o755)
  const folder = join(world.workspace.folder, name)
  mkdirSync(folder, { recursive: true })
  mkdirSync(world.workspace.stateFolder, { recursive: true })
  writeFileSync(join(world.workspace.stateFolder, 'settings.json'), JSON.stringify({ whenClosing }))
  return {
    folder,
    variables: {
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      UNDERSTORY_KEEPER_IDLE_MS: '2000',
      UNDERSTORY_KEEPER_STEP_MS: '500',
    },
  }
}
