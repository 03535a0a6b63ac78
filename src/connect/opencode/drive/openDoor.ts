import type { DriveGround } from '../../../core/drive/driver'
import type { HeldProcess, ProcessFault } from '../../../core/drive/heldProcess'
import { fail, ok, type Result } from '../../../shared/result'
import type { Clock } from '../../clock'
import { noteOwnServer } from '../ownServer'
import { freePort } from './freePort'
import { ServeDoor } from './ServeDoor'
import { SERVE, withPort } from './serveArguments'
import { servePassword } from './servePassword'
import { serverName } from './serverName'

const STARTS_WITHIN_MS = 30_000

export interface OpenedDoor {
  readonly held: HeldProcess
  readonly door: ServeDoor
}

/** The way into our server, started where it does not run. */
export async function openDoor(ground: DriveGround, program: string, clock: Clock): Promise<Result<OpenedDoor, ProcessFault>> {
  const password = await servePassword(ground.stateFolder)
  const held = await ground.shared(serverName(ground), async () => ({
    program,
    argv: withPort(SERVE, await freePort()),
    folder: ground.stateFolder,
    env: { ...ground.env, OPENCODE_SERVER_PASSWORD: password },
    terminal: null,
  }))
  if (!held.ok) return held
  const url = await addressOf(held.value, clock)
  if (url !== null) return ok({ held: held.value, door: await doorTo(ground, held.value, url) })
  const said = (await held.value.errorTail(2000)).trim()
  // One that never speaks must not be met again by the next who asks.
  if (held.value.isRunning()) await held.value.stop()
  return fail({ code: 'failed', message: `The OpenCode server did not start.${said === '' ? '' : `\n${said}`}` })
}

/** Whoever listens to servers may know where ours is. */
export async function doorTo({ stateFolder }: DriveGround, { pid }: HeldProcess, url: string): Promise<ServeDoor> {
  await noteOwnServer(stateFolder, { url, pid }).catch(() => undefined)
  return new ServeDoor(url, await servePassword(stateFolder))
}

/** It says its address itself, once. Null: it ended, or says nothing. */
export async function addressOf(held: HeldProcess, clock: Clock): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const decoder = new TextDecoder()
  const stops = [
    held.follow(
      (line) => {
        const url = /listening on (http:\/\/[^\s]+)/.exec(decoder.decode(line))?.[1]
        if (url !== undefined) resolve(url)
      },
      () => undefined,
    ),
    held.onChange(() => void (held.isRunning() || resolve(null))),
    clock.after(STARTS_WITHIN_MS, () => resolve(null)),
  ]
  try {
    return held.isRunning() ? await promise : null
  } finally {
    for (const stop of stops) stop()
  }
}
