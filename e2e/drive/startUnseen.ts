import { randomUUID } from 'node:crypto'
import { codexDriver } from '../../src/connect/codex/drive/codexDriver'
import type { Started } from '../../src/core/drive/driver'
import type { Json } from '../../src/core/readJson'
import { childEnvironment } from '../../src/engine/drive/childEnvironment'
import { ownKeeper } from '../../src/engine/drive/ownKeeper'
import type { LaunchRefusal } from '../../src/shared/drive/launchPlan'
import { fail, ok, type Result } from '../../src/shared/result'
import type { CodexStage } from './openCodexStage'

/** A start whose plan was made before somebody else opened the session: no desk looks once more, the driver and the program are alone. */
export async function startUnseen<T>(
  { env, project, workspace, cli, wish }: CodexStage,
  { method, params }: { readonly method: string; readonly params: Json },
  look: (started: Result<Started, LaunchRefusal>) => Promise<T> | T,
): Promise<T> {
  const keeper = ownKeeper(workspace.stateFolder, env)
  const ground = {
    ...{ root: workspace.root, home: workspace.folder, stateFolder: workspace.stateFolder, env: childEnvironment(env, []) },
    ...{ now: Date.now, newId: randomUUID },
    hold: async (...asked: Parameters<typeof keeper.hold>) => {
      const held = await keeper.hold(...asked)
      return held.ok ? ok(held.value.held) : held
    },
    shared: async () => fail({ code: 'failed', message: 'nothing is shared here' } as const),
    remember: () => undefined,
  }
  const plan = {
    shown: { argv: ['codex', 'app-server'], command: '', folder: project, notes: [], context: null },
    memo: { way: 'headless', method, params, mode: null },
  }
  const driveWish = { ...wish('FURTHER'), origin: null, rendered: null }
  const started = await codexDriver.start(ground, driveWish, plan, { path: cli.program, version: cli.version })
  try {
    return await look(started)
  } finally {
    if (started.ok) {
      started.value.session?.close()
      await started.value.held.stop()
    }
    await keeper.close('leave')
  }
}
