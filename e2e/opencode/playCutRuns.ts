import type { Played } from '../playedRun'
import type { Stage } from '../Stage'
import { OpenCodeServer } from './OpenCodeServer'
import * as runs from './openCodeRuns'
import { SCENES } from './openCodeScenarios'
import { startTerminalRun } from './terminalRun'
import { untilHeld } from './untilHeld'

/** A session that loses its server in the middle of its work, and goes on with the next one. */
export async function playRevived(
  stage: Stage,
  first: OpenCodeServer,
): Promise<{ readonly server: OpenCodeServer; readonly played: Played }> {
  const id = await first.create('revived')
  await first.post(id, SCENES.cutWithServer.prompt)
  const faults = await untilHeld(stage, 'server')
  await first.kill()
  const server = await OpenCodeServer.start(stage)
  await server.prompt(id, SCENES.revived.prompt)
  return { server, played: { runs: [runs.revivedRun('server', 'five', id)], faults } }
}

export async function playKilled(stage: Stage): Promise<Played> {
  const { program, session } = startTerminalRun(stage, SCENES.killed.prompt)
  const faults = await untilHeld(stage, 'kill')
  const id = stage.witness.rootOf(stage.witness.callWith('HELD-kill')?.owner ?? '')
  program.kill()
  await Promise.allSettled([program.ended, session])
  return { runs: [runs.heldRun('kill', id)], faults }
}
