import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DriveGround, Driver, SessionOwner } from '../../core/drive/driver'
import type { ProcessFault } from '../../core/drive/heldProcess'
import { quoteCommand } from '../../core/drive/quoteCommand'
import type { LaunchRefusal } from '../../shared/drive/launchPlan'
import { fail, ok } from '../../shared/result'
import { ToySession } from './ToySession'

/** Drives `toyProduct.mjs` as a driver drives its product. `beforeStart` runs between the last look and the start. */
export function toyDriver(beforeStart: () => Promise<void> = () => Promise.resolve()): Driver {
  return {
    provider: 'logtoy',
    program: {
      names: ['toy'],
      usualPlaces: [],
      versionArgv: ['--version'],
      readVersion: (output) => /^toy (\d+\.\d+\.\d+)/.exec(output)?.[1] ?? null,
      oldest: '1.0.0',
      howToGet: 'npm i -g toy',
      innerVariables: ['TOY_SESSION'],
    },
    ways: ['headless', 'terminal'],
    models: ['small'],
    modes: () => [{ id: 'careful', label: 'Careful', note: '' }],
    agents: () => Promise.resolve(['builder']),
    owners: (ground, run) => Promise.resolve(ownersOf(ground, run)),
    plan(ground, wish, { path }) {
      const resumed = wish.origin?.how === 'resume' ? wish.origin.target.run : null
      const session = resumed ?? ground.newId()
      const argv = [path, resumed === null ? '--session' : '--resume', session, ...wish.extra]
      const shown = { argv, command: quoteCommand(argv), folder: wish.folder, notes: [], context: null }
      return Promise.resolve(ok({ shown, memo: { session } }))
    },
    async start(ground, wish, plan, { path }) {
      if (wish.origin?.how === 'resume' && ownersOf(ground, wish.origin.target.run).length > 0)
        return fail(refused('live_elsewhere', 'It is live.'))
      await beforeStart()
      const env = { ...ground.env, TOY_ROOT: ground.root }
      const argv = plan.shown.argv.slice(1)
      const spec = { program: path, argv, folder: wish.folder, env, terminal: null }
      const held = await ground.hold(spec, plan.memo)
      if (!held.ok) return fail(refused(codeOf(held.failure), held.failure.message))
      const session = await ToySession.open(held.value)
      const prompt = `${wish.rendered ?? ''}${wish.prompt}`
      if (prompt !== '') await session.send(prompt)
      return ok({ session, held: held.value, memo: plan.memo })
    },
    reopen: (_, held) => ToySession.open(held),
    acts: () => [
      ...(['resume', 'fork', 'continue'] as const).map((how) => {
        return { name: how, label: how, reason: null, argv: ['toy', `--${how}`], how, isTerminalOnly: false }
      }),
      { name: 'stop_agent', label: 'Stop it', reason: null, argv: null, how: null, isTerminalOnly: false },
    ],
  }
}

function ownersOf(ground: DriveGround, run: string): SessionOwner[] {
  const names = folderOf(join(ground.root, 'owners')).filter((name) => name.startsWith(`${run}.`))
  return names.map((name) => ({ pid: Number(name.slice(run.length + 1)), words: name })).filter(({ pid }) => isAlive(pid))
}

function folderOf(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    // A zombie has ended; only its parent has not asked yet.
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

function codeOf(fault: ProcessFault): LaunchRefusal['code'] {
  return fault.code === 'no_folder' || fault.code === 'no_program' ? fault.code : 'failed'
}

function refused(code: LaunchRefusal['code'], message: string): LaunchRefusal {
  return { code, message, advice: null, command: null, offers: [], owner: null }
}
