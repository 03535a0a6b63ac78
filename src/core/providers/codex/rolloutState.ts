import type { CallVerb } from '../../../shared/callVerb'
import { type OwnLines, openOwnLines } from './openOwnLines'
import type { Session } from './readSession'

export interface AgentCall {
  readonly verb: CallVerb
  /** It gives the agent new work, or wakes it for some. */
  readonly startsWork: boolean
  readonly targets: readonly string[]
}

/** What a rollout's earlier lines have said. */
export interface RolloutState {
  readonly thread: string
  readonly isRun: boolean
  readonly lines: OwnLines
  session: Session | null
  /** Head of the conversation that this one was forked from, where the file holds it. */
  origin: Session | null
  isRooted: boolean
  isTitled: boolean
  /** Old releases do not write when a turn begins and ends. */
  tellsTurns: boolean
  model: string | null
  contextLimit: number | null
  /** Calls that do something with agents. */
  readonly calls: Map<string, AgentCall>
  /** Waits for anybody that have not returned. */
  readonly openWaits: Set<string>
  /** Agents by path. */
  readonly agents: Map<string, string>
  /** The sums of tokens that were told last. */
  readonly totals: string[]
  /** The turn's responses are told one by one; sums beside them say the same again. */
  countsResponses: boolean
}

export function rolloutState(run: string, agent: string | null): RolloutState {
  return {
    thread: agent ?? run,
    isRun: agent === null || agent === run,
    lines: openOwnLines(),
    session: null,
    origin: null,
    isRooted: false,
    isTitled: false,
    tellsTurns: false,
    model: null,
    contextLimit: null,
    calls: new Map(),
    openWaits: new Set(),
    agents: new Map(),
    totals: [],
    countsResponses: false,
  }
}

/** The path that the conversation itself goes by. */
export function pathOf(state: RolloutState): string {
  return state.session?.path ?? '/root'
}

/** The agent that a call means; null: nobody here has met it. An id is taken as it is. */
export function agentOf(state: RolloutState, target: string): string | null {
  if (target.startsWith('/')) return state.agents.get(target) ?? null
  return state.agents.get(`${pathOf(state)}/${target}`) ?? (ID.test(target) ? target : null)
}

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i
