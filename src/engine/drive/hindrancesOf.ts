import type { DrivenSession } from '../../core/drive/driver'
import type { Launch, LaunchPhase } from '../../shared/drive/launch'
import type { LaunchWay } from '../../shared/drive/launchWish'
import { canSeeProcesses } from './readProcesses'

export type Hindrances = Launch['can']

export interface Hindered {
  readonly phase: LaunchPhase
  readonly way: LaunchWay
  readonly isShared: boolean
  readonly label: string
  readonly session: DrivenSession | null
  /** It has ended, and something that it had started has not. */
  readonly isAnyLeft: boolean
}

/** Why each act cannot be done now, in words for a person. */
export function hindrancesOf(of: Hindered): Hindrances {
  const { phase, way, session } = of
  const gone = phase === 'ended' || phase === 'failed' ? 'It has ended.' : null
  const cannotBeTold = gone ?? adriftReason(phase)
  const steered = (act: 'send' | 'interrupt' | 'stopAgent'): string | null => {
    if (cannotBeTold !== null) return cannotBeTold
    if (phase === 'paused') return 'It is paused: let it go on first.'
    if (session) return session.hindrance(act)
    return way === 'terminal' ? 'It runs in a terminal: type there.' : 'Nothing is left to steer it with.'
  }
  return {
    send: steered('send'),
    interrupt: steered('interrupt'),
    stopAgent: steered('stopAgent'),
    stop: of.isAnyLeft ? null : gone,
    pause: gone ?? adriftReason(phase) ?? pauseReason(of),
  }
}

function adriftReason(phase: LaunchPhase): string | null {
  return phase === 'adrift' ? 'What held its input is gone: it can be watched and stopped, nothing else.' : null
}

/** Only where a stopped process truly means a paused session. */
function pauseReason({ way, isShared, label }: Hindered): string | null {
  if (way === 'terminal') return 'A terminal cannot be paused: its program would lose the keyboard.'
  if (!canSeeProcesses()) return 'What it has started cannot be seen on this system: it would go on while it is paused.'
  if (isShared) return `One program of ${label} serves several sessions: pausing it would pause them all.`
  return null
}
