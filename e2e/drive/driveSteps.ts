import type { LiveLaunch } from '../../src/engine/drive/LiveLaunch'
import type { Ask, AskAnswer } from '../../src/shared/drive/ask'
import type { LaunchOrigin } from '../../src/shared/drive/launchWish'
import type { RunUri } from '../../src/shared/ids'
import type { AgentView } from '../../src/shared/views'
import type { DriveStage } from './openDriveStage'

/** What the stories do at a desk and wait for. */
export interface DriveSteps {
  runOf(launch: LiveLaunch): Promise<RunUri>
  phase(launch: LiveLaunch, wanted: string, limitMs?: number): Promise<unknown>
  /** Of the run's agents, the root among them. */
  agent(run: RunUri, what: string, test: (agent: AgentView) => boolean): Promise<AgentView>
  /** The first that a session asks. */
  ask(launch: LiveLaunch, test?: (ask: Ask) => boolean): Promise<Ask>
  answer(ask: Ask, answer: AskAnswer): Promise<string>
  option(ask: Ask, option: string, message?: string): Promise<string>
}

export function driveSteps(stage: DriveStage): DriveSteps {
  const answer: DriveSteps['answer'] = async (ask, said) => (await stage.desk.answerAsk(ask.id, said)).outcome
  return {
    answer,
    runOf: (launch) => stage.until('the run has a name', () => launch.run),
    phase: (launch, wanted, limitMs) =>
      stage.until(`"${launch.record.title}" is ${wanted}`, () => stage.launch(launch.id).phase === wanted, limitMs),
    agent: (run, what, test) => stage.until(what, () => stage.agent(run, test)),
    ask: (launch, test = () => true) =>
      stage.until('it asks', () => stage.asks().find((one) => one.launch === launch.id && test(one))),
    option: (ask, option, message) => answer(ask, { kind: 'option', option, message: message ?? null }),
  }
}

export function originOf(
  how: LaunchOrigin['how'],
  run: RunUri,
  key: AgentView['key'] | null = null,
  at: number | null = null,
): LaunchOrigin {
  return { how, run, key, at }
}
