import type { Launch } from '../../shared/drive/launch'
import type { LaunchOrigin } from '../../shared/drive/launchWish'
import { ActName, type OfferedAct } from '../../shared/drive/offeredAct'
import type { ProductAct } from './productAct'

/** What is known of a target when a person asks what can be done with it. */
export interface LadderGround {
  /** The product's name. */
  readonly label: string
  /** The target's own address. */
  readonly uri: string
  /** It is the run's own conversation. */
  readonly isRoot: boolean
  /** The agent works, or waits in the middle of its work, now. */
  readonly isWorking: boolean
  /** What the product offers; null: sessions of it cannot be started here, `whyNone` says why. */
  readonly acts: readonly ProductAct[] | null
  readonly whyNone: string | null
  /** The session of ours that it belongs to, while that runs; null: there is none. */
  readonly own: Pick<Launch, 'way' | 'can'> | null
  readonly origin: (how: LaunchOrigin['how']) => LaunchOrigin
  /** As it works where it is pasted; the product's, program first. */
  readonly pasted: (argv: readonly string[]) => string
  /** The same of our own, without the program. */
  readonly pastedOwn: (words: readonly string[]) => string
}

/** Every rung there is, the strongest first, each with the reason where it cannot be stepped on. */
export function ladderOf(ground: LadderGround): OfferedAct[] {
  return ActName.options.map((name) => rungOf(name, ground))
}

function rungOf(name: ActName, ground: LadderGround): OfferedAct {
  const { own } = ground
  const product = ground.acts?.find((act) => act.name === name) ?? null
  switch (name) {
    case 'focus':
      return plainRung(name, own?.way === 'terminal' ? 'Show its terminal' : 'Show its composer', own ? null : NOT_OURS)
    case 'interrupt':
      return plainRung(name, 'Interrupt', own ? own.can.interrupt : NOT_OURS)
    case 'pause':
      return plainRung(name, 'Pause', own ? own.can.pause : NOT_OURS)
    case 'stop':
      return plainRung(name, 'Stop the run', own ? own.can.stop : NOT_OURS)
    case 'stop_agent':
      return plainRung(name, product?.label ?? 'Stop this agent alone', stopAgentHindrance(ground, product))
    case 'resume':
    case 'fork':
    case 'continue':
    case 'render':
      return startingRung(name, product, ground)
    case 'join':
    case 'ask_parent':
      return product ? shown(product, ground) : plainRung(name, LABELS[name], missing(name, ground))
    default:
      return name satisfies never
  }
}

const NOT_OURS = 'It was not started here: only whoever started it can do that.'

type Starting = Exclude<Extract<ActName, LaunchOrigin['how']>, 'join'>

const LABELS: Readonly<Record<Starting | 'join' | 'ask_parent', string>> = {
  join: 'Join',
  resume: 'Resume',
  fork: 'Fork',
  continue: 'Continue from here',
  render: 'New run with this context',
  ask_parent: 'Ask its parent to continue it',
}

/** Whether one agent can be stopped is known by the session that is steered; a product's act only adds to it. */
function stopAgentHindrance({ own, isRoot, isWorking }: LadderGround, product: ProductAct | null): string | null {
  if (own === null) return NOT_OURS
  if (isRoot) return 'It is the run itself: stop the run.'
  if (own.can.stopAgent !== null) return own.can.stopAgent
  if (!isWorking) return 'It is not at work.'
  return product?.reason ?? null
}

function startingRung(name: Starting, product: ProductAct | null, ground: LadderGround): OfferedAct {
  const told = product ? shown(product, ground) : plainRung(name, LABELS[name], missing(name, ground))
  const isOpenHere = name === 'resume' && ground.own !== null && ground.isRoot
  return {
    ...told,
    reason: isOpenHere ? 'It is open here already.' : told.reason,
    command: told.command ?? commandOf(name, ground),
    origin: ground.origin(product?.how ?? name),
  }
}

/** Telling what was said needs nothing of the product but that it can be started. */
function missing(name: ActName, { acts, whyNone, label, isRoot }: LadderGround): string | null {
  if (acts === null) return whyNone ?? `Runs of ${label} cannot be started here.`
  if (name === 'render') return null
  if (name === 'ask_parent' && isRoot) return 'It has no parent.'
  if (name === 'continue' && isRoot && acts.some((act) => act.name === 'fork'))
    return 'This is for single agents; a whole run goes on as a copy by Fork.'
  if (name === 'resume' && !isRoot) return `${label} resumes whole runs only: continue from here instead.`
  return `${label} has no way to do this.`
}

/** Ours does the same, also where the product has no command for it. */
function commandOf(name: Starting, { uri, pastedOwn }: LadderGround): string | null {
  if (name === 'resume') return pastedOwn(['resume', uri])
  if (name === 'fork') return null
  return pastedOwn(['continue', ...(name === 'render' ? ['--render'] : []), uri])
}

function shown(act: ProductAct, ground: LadderGround): OfferedAct {
  return {
    name: act.name,
    label: act.label,
    reason: act.reason,
    command: act.argv === null ? null : ground.pasted(act.argv),
    origin: act.how === null ? null : ground.origin(act.how),
    isTerminalOnly: act.isTerminalOnly,
  }
}

function plainRung(name: ActName, label: string, reason: string | null): OfferedAct {
  return { name, label, reason, command: null, origin: null, isTerminalOnly: false }
}
