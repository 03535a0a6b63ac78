import type { DriveGround, DrivePlan, ProgramAt, Started } from '../../../core/drive/driver'
import type { HeldProcess } from '../../../core/drive/heldProcess'
import { refusal } from '../../../core/drive/refusals'
import type { LaunchRefusal } from '../../../shared/drive/launchPlan'
import { fail, ok, type Result } from '../../../shared/result'
import { freePort } from './freePort'
import { PORT, withPort } from './serveArguments'
import { servePassword } from './servePassword'
import type { SessionMemo } from './sessionMemo'

/**
 * OpenCode's own interface. It listens as our server does: so it says itself which session it holds and who waits there, and what
 * is asked deep in it, which its own screen does not show, can be answered from here.
 */
export async function startTerminal(
  ground: DriveGround,
  { shown }: DrivePlan,
  memo: SessionMemo,
  program: ProgramAt,
  steer: (held: HeldProcess, memo: SessionMemo & { readonly port: number }) => Promise<Started['session']>,
): Promise<Result<Started, LaunchRefusal>> {
  const port = shown.argv.includes(PORT) ? await freePort() : null
  const argv = port === null ? shown.argv.slice(1) : withPort(shown.argv.slice(1), port)
  const secret = port === null ? {} : { OPENCODE_SERVER_PASSWORD: await servePassword(ground.stateFolder) }
  const terminal = { columns: 120, rows: 32 }
  const spec = { program: program.path, argv, folder: shown.folder, env: { ...ground.env, ...secret }, terminal }
  const known = { ...memo, port }
  const held = await ground.hold(spec, known)
  if (!held.ok) return fail(refusal('failed', held.failure.message, null))
  const session = port === null ? null : await steer(held.value, { ...memo, port })
  const run = memo.opening === 'resume' ? { run: memo.run ?? memo.session } : {}
  return ok({ session, held: held.value, memo: known, ...run })
}
