import type { Played } from '../playedRun'
import type { Stage } from '../Stage'
import { untilShown } from '../untilShown'
import type { AppServer, ServerMessage } from './AppServer'
import * as runs from './codexRuns'
import { SCENES } from './codexScenarios'

interface Asking {
  readonly run: Played['runs'][number]
  /** Who waits, and with what words it is judged. */
  readonly id: string
  readonly who: string
  readonly waitingFor: 'permission' | 'question'
  readonly asked: ServerMessage
  readonly answer: object
}

/** What only a server lets happen: somebody is asked, and agents go on after their session's turn. */
export class AppServerPlayer {
  private readonly stage: Stage
  private readonly server: AppServer
  /** False: this release has no socket that anybody could find, so that who waits looks like who works. */
  private readonly isHeard: boolean

  constructor(stage: Stage, server: AppServer, isHeard: boolean) {
    this.stage = stage
    this.server = server
    this.isHeard = isHeard
  }

  /** An agent that may not go on before a person has agreed. */
  async approval(): Promise<Played> {
    const { server, stage } = this
    const rules = { cwd: stage.project, approvalPolicy: 'on-request', sandbox: 'workspace-write' }
    const session = await server.startThread(rules)
    await server.prompt(session, SCENES.approval.prompt)
    const asked = await server.message(({ method }) => method === 'item/commandExecution/requestApproval')
    const [run, id] = [runs.approvalRun(session), String(asked.params?.['threadId'])]
    return this.answered({ run, id, who: 'the agent', waitingFor: 'permission', asked, answer: { decision: 'accept' } })
  }

  /** Only in this mode, and only the session itself. */
  async question(): Promise<Played> {
    const { server, stage } = this
    const id = await server.startThread({ cwd: stage.project })
    const settings = { model: 'gpt-5.4', reasoning_effort: null, developer_instructions: null }
    await server.prompt(id, SCENES.question.prompt, { collaborationMode: { mode: 'plan', settings } })
    const asked = await server.message(({ method }) => method === 'item/tool/requestUserInput')
    const answer = { answers: { colour: { answers: ['Blue'] } } }
    return this.answered({ run: runs.questionRun(id), id, who: 'the session', waitingFor: 'question', asked, answer })
  }

  async background(): Promise<Played> {
    const { server, stage } = this
    const session = await server.startThread({ cwd: stage.project })
    await server.prompt(session, SCENES.background.prompt)
    await stage.model.gates.reached('aside')
    await server.turnEnded(session)
    const run = runs.backgroundRun(session)
    const id = stage.witness.callWith('ASIDE-1')?.child ?? ''
    const shows = (who: string, phase: string) => {
      return untilShown(
        stage.watch,
        run.uri,
        who,
        `${who === id ? 'the agent' : 'its session'} is ${phase}`,
        (agent) => agent.phase === phase,
      )
    }
    const faults = await shows(session, 'completed')
    faults.push(...(await shows(id, 'running')))
    stage.model.gates.open('aside')
    faults.push(...(await shows(id, 'completed')))
    return { runs: [run], faults }
  }

  async forked(original: string): Promise<Played> {
    const fork = await this.server.fork(original)
    await this.server.prompt(fork, SCENES.forkedOverServer.prompt)
    await this.server.turnEnded(fork)
    return { runs: [runs.inheritingRun('z', fork, original)], faults: [] }
  }

  private async answered({ run, id, who, waitingFor, asked, answer }: Asking): Promise<Played> {
    const { server, stage, isHeard } = this
    const isMeant = isHeard ? { phase: 'waiting', waitingFor } : { phase: 'running', waitingFor: null }
    const faults = await untilShown(stage.watch, run.uri, id, `${who} waits for a ${waitingFor}`, (agent) => {
      return agent.phase === isMeant.phase && agent.waitingFor === isMeant.waitingFor
    })
    server.answer(asked.id ?? -1, answer)
    faults.push(...(await untilShown(stage.watch, run.uri, id, `${who} waits no longer`, (agent) => agent.waitingFor === null)))
    await server.turnEnded(run.id)
    return { runs: [run], faults }
  }
}
