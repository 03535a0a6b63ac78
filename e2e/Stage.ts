import type { Watch } from '../test/harness/openWatch'
import type { Workspace } from '../test/harness/workspace'
import type { ScriptedModel } from '../test/mocks/startScriptedModel'
import type { RunningProgram } from './startProgram'
import type { Witness } from './Witness'

/** Where a real CLI plays its runs, and who looks on. */
export interface Stage {
  readonly workspace: Workspace
  readonly project: string
  /** Starts the CLI in the project. */
  start<Line>(args: readonly string[], parse: (text: string) => Line): RunningProgram<Line>
  readonly model: ScriptedModel
  readonly witness: Witness
  /** Understory on all live runs, begun before the CLI's own folder was there. */
  readonly watch: Watch
}
