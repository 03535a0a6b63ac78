import type { Watch } from '../test/harness/openWatch'
import type { Environment, Workspace } from '../test/harness/workspace'
import type { ScriptedModel } from '../test/mocks/startScriptedModel'
import type { InstalledCli } from './installCli'
import type { Witness } from './Witness'

/** Where a real CLI plays its runs, and who looks on. */
export interface Stage {
  readonly workspace: Workspace
  readonly cli: InstalledCli
  readonly project: string
  /** What the CLI is given to see. */
  readonly env: Environment
  readonly model: ScriptedModel
  readonly witness: Witness
  /** Understory on all live runs, begun before the CLI's own folder was there. */
  readonly watch: Watch
}
