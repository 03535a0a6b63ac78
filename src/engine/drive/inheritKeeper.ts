import { spawn } from 'node:child_process'
import type { HeldProcess, ProcessExit, ProcessFault, ProcessSpec } from '../../core/drive/heldProcess'
import { fail, ok, type Result } from '../../shared/result'
import { errorCode } from '../walkRoot'
import type { DeskKeeper } from './deskKeeper'
import { openListeners } from './openListeners'

/** Holds nothing: a program gets this very terminal, and what a person types goes to it alone. */
export function inheritKeeper(): DeskKeeper {
  return {
    async hold(spec) {
      const held = await startHere(spec)
      return held.ok ? ok({ id: `${held.value.pid}`, held: held.value, argv: spec.argv, memo: null }) : held
    },
    keep: () => Promise.resolve(),
    trouble: () => null,
    list: () => Promise.resolve([]),
    forget: () => Promise.resolve(),
    terminal: () => null,
    close: () => Promise.resolve(),
  }
}

const TYPED: Result<never, ProcessFault> = fail({ code: 'failed', message: 'It runs in a terminal: type there.' })

function startHere({ program, argv, folder, env }: ProcessSpec): Promise<Result<HeldProcess, ProcessFault>> {
  return new Promise((resolve) => {
    const child = spawn(program, [...argv], { cwd: folder, env: { ...env }, stdio: 'inherit' })
    const changes = openListeners()
    let exit: ProcessExit | null = null
    child.on('exit', (code, signal) => {
      exit = { code, signal, at: Date.now() }
      changes.raise()
    })
    child.on('error', (error) => {
      const code = errorCode(error)
      resolve(
        fail({
          code: code === 'ENOENT' ? 'no_program' : code === 'EACCES' ? 'not_executable' : 'failed',
          message: error.message,
        }),
      )
    })
    child.on('spawn', () => {
      const signal: HeldProcess['signal'] = (name) => Promise.resolve(child.kill(name) ? ok(undefined) : TYPED)
      resolve(
        ok({
          pid: child.pid ?? 0,
          startedAt: Date.now(),
          exit: () => exit,
          ...{ isHeld: () => exit === null, isRunning: () => exit === null, asks: () => null },
          ...{ write: () => Promise.resolve(TYPED), endInput: () => Promise.resolve(TYPED) },
          ...{ follow: () => () => undefined, isCaughtUp: () => true, isReadOut: () => true },
          ...{ written: () => Promise.resolve([]), errorTail: () => Promise.resolve('') },
          signal,
          async stop() {
            await signal('SIGTERM', 'process')
          },
          onChange: changes.add,
        }),
      )
    })
  })
}
