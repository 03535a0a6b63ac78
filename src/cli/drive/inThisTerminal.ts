import type { LiveLaunch } from '../../engine/drive/LiveLaunch'
import type { CommandContext, ExitCode } from '../command'
import { say } from '../say'
import { exitOfSignal } from './exitOfSignal'
import type { CliDriving } from './openCliDesk'

/** Who was told to end and does not is left behind then: whoever told us waits for us, and would use force. */
const ENDS_WITHIN_MS = 5000

/** Its own program gets this terminal, and ends with it: nothing is held beyond that. */
export async function inThisTerminal(): Promise<CliDriving> {
  const [{ inheritKeeper }, { memoryShelf }] = await Promise.all([
    import('../../engine/drive/inheritKeeper'),
    import('../../engine/drive/memoryShelf'),
  ])
  return { keeper: inheritKeeper(), shelf: memoryShelf() }
}

export function isTerminal(context: CommandContext): boolean {
  return context.input.isTerminal && context.out.isTerminal
}

export function leaveItTo(context: CommandContext, launch: Pick<LiveLaunch, 'held' | 'record' | 'change'>): Promise<ExitCode> {
  const { held } = launch
  let signalled: ExitCode | null = null
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | null = null
    const look = (): void => {
      const exit = held?.exit()
      if (!exit) return
      if (timer !== null) clearTimeout(timer)
      const { trouble } = launch.record
      const told = trouble === null ? Promise.resolve() : say(context, trouble)
      void told.then(() => resolve(signalled ?? (exit.code === 0 ? 0 : 1)))
    }
    const giveUp = async (code: ExitCode): Promise<void> => {
      await say(context, `its program (process ${held?.pid}) was told to end, and still runs.`)
      resolve(code)
    }
    context.hearInterrupt((signal) => {
      // Ctrl-C is the program's own: it sits in the same terminal.
      if (signal === 'SIGINT' || signalled !== null) return
      const code = exitOfSignal(signal)
      signalled = code
      // What ends because it was told to has not failed.
      launch.change({ isStopped: true })
      timer = setTimeout(() => void giveUp(code), ENDS_WITHIN_MS)
      void held?.signal('SIGTERM', 'process')
    })
    held?.onChange(look)
    look()
  })
}
