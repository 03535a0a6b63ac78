import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect as usual } from '../harness/test'
import type { RealStage, RealStory } from './realStories'

/** Products' own programs take seconds to start and to answer where many are at work. */
export const expect = usual.configure({ timeout: 30_000 })

/** Stages outlive the app, which is closed before they are: their fixture is named first in a test. */
export const test = base.extend<{ stageOf: (story: RealStory) => Promise<RealStage> }>({
  stageOf: async ({ machine: _machine }, use) => {
    const stages: RealStage[] = []
    await use(async ({ open, version }) => {
      const stage = await open(version)
      stages.push(stage)
      // What the app started ends with it.
      mkdirSync(stage.workspace.stateFolder, { recursive: true })
      writeFileSync(join(stage.workspace.stateFolder, 'settings.json'), JSON.stringify({ whenClosing: 'stop' }))
      return stage
    })
    for (const stage of stages) await stage.close()
  },
})
