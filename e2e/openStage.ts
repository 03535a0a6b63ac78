import { openWatch } from '../test/harness/openWatch'
import type { Environment, Workspace } from '../test/harness/workspace'
import type { ScriptRoute } from '../test/mocks/script'
import { type ModelRequest, type Protocol, startScriptedModel } from '../test/mocks/startScriptedModel'
import type { InstalledCli } from './installCli'
import { Programs } from './Programs'
import type { Stage } from './Stage'
import type { Witness } from './Witness'

interface StagePlan<R extends ModelRequest> {
  readonly workspace: Workspace
  readonly cli: InstalledCli
  readonly routes: readonly ScriptRoute[]
  readonly protocol: Protocol<R>
  readonly witness: Witness
  makeHome(modelUrl: string): { readonly project: string; readonly env: Environment }
}

export interface OpenStage extends Stage {
  close(): Promise<void>
}

/** Sets everything up around a CLI that is to be started; Understory looks before the CLI's folder is there. */
export async function openStage<R extends ModelRequest>(plan: StagePlan<R>): Promise<OpenStage> {
  const { workspace, cli, witness } = plan
  const watch = await openWatch([], workspace.env)
  const model = await startScriptedModel(plan.routes, plan.protocol)
  const { project: cwd, env } = plan.makeHome(model.url)
  const programs = new Programs()
  witness.start()
  const close = async (): Promise<void> => {
    await programs.endAll()
    witness.stop()
    await Promise.all([watch.close(), model.close()])
  }
  const start: Stage['start'] = (args, parse) => programs.start({ cli, args, cwd, env }, parse)
  return { workspace, project: cwd, start, model, witness, watch, close }
}
