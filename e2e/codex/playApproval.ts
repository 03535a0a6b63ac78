import type { Played } from '../playedRun'
import type { Stage } from '../Stage'
import { untilShown } from '../untilShown'
import { AppServer } from './AppServer'
import { approvalRun } from './codexRuns'
import { SCENES } from './codexScenarios'

/** An agent that may not go on before a person has agreed. */
export async function playApproval(stage: Stage): Promise<Played> {
  const server = await AppServer.start(stage)
  try {
    const rules = { cwd: stage.project, approvalPolicy: 'on-request', sandbox: 'workspace-write' }
    const { thread } = (await server.call('thread/start', rules)) as { readonly thread: { readonly id: string } }
    const run = approvalRun(thread.id)
    await server.call('turn/start', { threadId: thread.id, input: [{ type: 'text', text: SCENES.approval.prompt }] })
    const asked = await server.message(({ method }) => method === 'item/commandExecution/requestApproval')
    const shows = (what: string, isDue: boolean) =>
      untilShown(stage.watch, run.uri, String(asked.params?.['threadId']), what, (agent) => (agent.waitingFor !== null) === isDue)
    const faults = await shows('the agent waits for an approval', true)
    server.answer(asked.id ?? -1, { decision: 'accept' })
    faults.push(...(await shows('the agent waits no longer', false)))
    await server.message(({ method, params }) => method === 'turn/completed' && params?.['threadId'] === thread.id)
    return { runs: [run], faults }
  } finally {
    await server.end()
  }
}
