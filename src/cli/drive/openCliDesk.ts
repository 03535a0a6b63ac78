import type { Desk } from '../../engine/drive/desk'
import type { DeskOptions } from '../../engine/drive/openDesk'
import type { Engine } from '../../engine/engine'
import { oneLine } from '../../shared/neutraliseText'
import type { CommandContext } from '../command'
import { say } from '../say'
import { createWatchedState, type WatchedState } from '../watch/watchedState'

export interface CliDesk {
  readonly desk: Desk
  readonly engine: Engine
  /** What the frames of its follower add up to: whoever follows gives them in. */
  readonly seen: WatchedState
}

export type CliDriving = Partial<Pick<DeskOptions, 'keeper' | 'shelf' | 'drivers' | 'labelOf' | 'keeps'>>

/** The desk of the app, without pages; closed with the command, and what runs goes on. */
export async function openCliDesk(context: CommandContext, driving: CliDriving = {}): Promise<CliDesk> {
  const [{ openOwnDesk }, { rootsFromEnvironment }, { breachWords }] = await Promise.all([
    import('../../engine/drive/openOwnDesk'),
    import('../../engine/roots'),
    import('../../engine/drive/breachWords'),
  ])
  const seen = createWatchedState()
  const roots = rootsFromEnvironment(context.env)
  let engine: Engine | null = null
  const desk = openOwnDesk({
    ...{ env: context.env, stateFolder: await context.stateFolder(), engine: () => engine, roots: () => roots },
    sight: (run) => {
      const row = seen.runs().find(({ uri }) => uri === run)
      return row ? { row, agents: seen.agentsOf(run) } : null
    },
    onSlow: (message) => void say(context, message),
    onBreach: (breach, title) => void say(context, oneLine(breachWords(breach, title))),
    ...driving,
  })
  context.closeLater(() => desk.close({ keep: true, isVisitor: true }))
  engine = await context.openAnother({ driven: desk.word })
  await desk.ready
  return { desk, engine, seen }
}
