import type { Launch } from '../../../shared/drive/launch'
import type { OfferedAct } from '../../../shared/drive/offeredAct'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { agentName } from '../../store/agentName'
import { callEngine } from '../../store/client'
import { agentNow } from '../../store/forest'
import { selectRun } from '../../store/select'
import { openComposer } from '../drawer/openComposer'
import { openGoOn } from '../goOn/openGoOn'
import { launchOfRun } from '../launchOfRun'
import { steerFromMenu } from '../steerFailures'
import { useDrive } from '../useDrive'
import { joinRun } from './joinRun'
import { askToStop } from './stopWish'

export interface ActTarget {
  readonly run: RunUri
  /** Null: the run's own conversation. */
  readonly key: AgentKey | null
}

/** Does what was offered, or opens what asks for the rest. */
export function doAct(act: OfferedAct, target: ActTarget): void {
  const launch = launchOfRun(useDrive.getState().launches, target.run)
  switch (act.name) {
    case 'join':
      return void joinRun(act, target.run)
    case 'resume':
    case 'fork':
    case 'continue':
    case 'render':
      return act.origin ? openGoOn({ act, origin: act.origin, target }) : undefined
    case 'stop_agent':
      return target.key === null ? undefined : askToStop({ kind: 'agent', run: target.run, key: target.key })
    case 'focus':
    case 'ask_parent':
    case 'interrupt':
    case 'pause':
    case 'stop':
      return launch ? steer(act.name, launch, target) : undefined
    default:
      return act.name satisfies never
  }
}

type SteeringAct = Extract<OfferedAct['name'], 'focus' | 'ask_parent' | 'interrupt' | 'pause' | 'stop'>

function steer(name: SteeringAct, launch: Launch, { run, key }: ActTarget): void {
  switch (name) {
    case 'focus':
      selectRun(run, key)
      return openComposer(launch.id)
    case 'ask_parent':
      return openComposer(launch.id, askWords(key))
    case 'interrupt':
      return void steerFromMenu(launch, 'Interrupt', callEngine('interruptLaunch', { launch: launch.id }))
    case 'pause':
      return void steerFromMenu(
        launch,
        launch.phase === 'paused' ? 'Continue' : 'Pause',
        callEngine('pauseLaunch', { launch: launch.id, isPaused: launch.phase !== 'paused' }),
      )
    case 'stop':
      return askToStop({ kind: 'launch', launch: launch.id })
    default:
      name satisfies never
  }
}

/** What the parent needs to know to find the agent again; the rest is the person's. */
function askWords(key: AgentKey | null): string {
  const agent = key === null ? undefined : agentNow(key)
  if (!agent) return ''
  const id = agent.id === null ? '' : ` (id ${agent.id})`
  const job = agent.description === null || agent.description === '' ? '' : `, which did “${agent.description}”`
  return `Send a message to your agent ${agentName(agent)}${id}${job}, and let it go on: `
}
