import type { HeldProcess, ProcessFault } from '../../core/drive/heldProcess'
import type { LaunchFault } from '../../shared/launchState'
import { fail, ok, type Result } from '../../shared/result'
import type { Held } from '../keeper/held'
import type { Keeper } from '../keeper/openKeeper'
import type { HeldTerminal } from './deskKeeper'
import { openListeners } from './openListeners'

/** One process of the keeper's, as drivers know processes. */
export function heldByKeeper(keeper: Pick<Keeper, 'onChange'>, held: Held): HeldProcess {
  // Of one that has ended nobody asks the keeper for its number any more.
  let pid = pidOf(held) ?? 0
  let reading = 0
  let behind = 0
  const readOut = openListeners()
  return {
    get pid() {
      pid = pidOf(held) ?? pid
      return pid
    },
    startedAt: held.startedAt,
    exit() {
      const state = held.state()
      if (state.kind === 'ended') return { code: state.code, signal: state.signal, at: state.at, because: state.because }
      return state.kind === 'failed' ? { code: null, signal: null, at: held.startedAt } : null
    },
    isHeld: () => held.state().kind === 'running',
    isRunning: () => held.state().kind === 'running' || held.state().kind === 'unsupervised',
    asks: () => held.asks(),
    write: async (line) => done(await held.write(line)),
    endInput: async () => done(await held.endInput()),
    follow(onLine, onCaughtUp) {
      let isOld = true
      const end = once(() => (reading -= 1))
      const catchUp = once(() => (behind -= 1))
      reading += 1
      behind += 1
      const hooks = {
        onCaughtUp: () => {
          isOld = false
          onCaughtUp()
          catchUp()
          readOut.raise()
        },
        onEnd: () => {
          end()
          readOut.raise()
        },
      }
      const stop = held.follow(0, (line) => onLine(line, isOld), hooks)
      return () => {
        end()
        catchUp()
        stop()
      }
    },
    isCaughtUp: () => behind === 0,
    isReadOut: () => reading === 0,
    written: () => Promise.resolve(held.sent().map(({ at, text }) => ({ at, line: text.replace(/\n$/, '') }))),
    errorTail: (bytes) => Promise.resolve(held.errTail(bytes)),
    signal: async (name, reach) => done(await held.signal(name, reach)),
    async stop() {
      await held.stop()
    },
    onChange(listener) {
      const stops = [
        readOut.add(listener),
        keeper.onChange((change) => {
          if (change.kind === 'changed' && change.held.id === held.id) listener()
        }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

function once(run: () => unknown): () => void {
  let isDone = false
  return () => {
    if (!isDone) run()
    isDone = true
  }
}

function pidOf(held: Held): number | null {
  const state = held.state()
  return state.kind === 'running' || state.kind === 'unsupervised' ? state.pid : null
}

export function terminalOf(held: Held): HeldTerminal {
  return {
    follow: (from, onBytes) => held.attach(from, (bytes, at) => onBytes(at, bytes)),
    type: async (text) => done(await held.type(text)),
    resize: async (cols, rows) => done(await held.resize({ cols, rows })),
  }
}

function done(result: Result<unknown, LaunchFault>): Result<undefined, ProcessFault> {
  return result.ok ? ok(undefined) : fail(faultOf(result.failure))
}

export function faultOf({ code, message }: LaunchFault): ProcessFault {
  switch (code) {
    case 'program_missing':
    case 'interpreter_missing':
      return { code: 'no_program', message }
    case 'folder_gone':
      return { code: 'no_folder', message }
    case 'not_executable':
    case 'too_long':
      return { code, message }
    case 'keeper_unreachable':
      return { code: 'no_keeper', message }
    case 'too_many_files':
    case 'bad_argument':
    case 'cannot_write':
    case 'terminal_unavailable':
    case 'not_a_terminal':
    case 'not_held':
    case 'ended':
    case 'input_ended':
    case 'backlog_full':
    case 'other':
      return { code: 'failed', message }
    default:
      return code satisfies never
  }
}
