import { readTree } from '../../test/harness/runCli'
import { joinPlayed, type Played, type PlayedRun } from '../playedRun'
import type { Stage } from '../Stage'
import { untilAtWork } from '../untilAtWork'
import { untilShown } from '../untilShown'
import { AppServer } from './AppServer'
import { AppServerPlayer } from './AppServerPlayer'
import { SECOND_RUNTIME_MODEL } from './codexHome'
import * as runs from './codexRuns'
import { SCENES } from './codexScenarios'
import { type ExecRun, playExecRun, startExecRun } from './execRun'

function asPlayed(...played: readonly PlayedRun[]): Played {
  return { runs: played, faults: [] }
}

async function play(stage: Stage, prompt: string, toRun: (id: string) => PlayedRun): Promise<Played> {
  return asPlayed(toRun(await playExecRun(stage, prompt)))
}

interface CutRun extends ExecRun {
  readonly faults: readonly string[]
  readonly id: string
}

/** One agent at its gate, the other at its end, of which the session knows: what is cut now leaves the same every time. */
async function untilHeld(stage: Stage, mark: string, prompt: string): Promise<CutRun> {
  const run = startExecRun(stage, prompt)
  const id = await run.thread
  const { witness } = stage
  const held = () => witness.answers.get(witness.callWith(`HELD-${mark}`)?.child ?? '') ?? 0
  const faults = await untilAtWork(stage, 'codex', mark)
  await witness.until(`what is due before ${mark}`, () => (witness.answers.get(id) ?? 0) >= 3 && held() >= 1)
  return { ...run, id, faults }
}

/** Both silent in one folder: exactly the one that is killed is orphaned, and the other goes on until it is interrupted. */
async function playCut(stage: Stage): Promise<Played> {
  const [killed, interrupted] = await Promise.all([
    untilHeld(stage, 'kill', SCENES.killed.prompt),
    untilHeld(stage, 'int', SCENES.interrupted.prompt),
  ])
  killed.program.kill()
  await killed.program.ended
  const faults = [...killed.faults, ...interrupted.faults]
  const shows = async (mark: string, { id }: CutRun, phase: string) => {
    const agent = stage.witness.callWith(`HELD-${mark}`)?.child ?? ''
    const what = `HELD-${mark} is ${phase} after the kill`
    faults.push(...(await untilShown(stage.watch, `codex://${id}`, agent, what, (one) => one.phase === phase)))
  }
  await shows('kill', killed, 'orphaned')
  await shows('int', interrupted, 'running')
  const tree = await readTree(`codex://${interrupted.id}`, stage.workspace.env)
  if (!tree.live) faults.push('the one that was not killed is said to be over')
  interrupted.program.interrupt()
  await interrupted.program.ended
  return { runs: [runs.heldRun('kill', killed.id), runs.heldRun('int', interrupted.id)], faults }
}

async function playContinued(stage: Stage): Promise<readonly [Played, string]> {
  const id = await playExecRun(stage, SCENES.continued.prompt)
  await playExecRun(stage, 'resume', id, SCENES.continued.next)
  return [asPlayed(runs.continuedRun('one', id)), id]
}

async function playForked(stage: Stage): Promise<Played> {
  const [played, original] = await playContinued(stage)
  const fork = await playExecRun(stage, 'fork', original, SCENES.forked.prompt)
  return joinPlayed(played, asPlayed(runs.inheritingRun('y', fork, original)))
}

/** The second runtime: the session goes on to interrupt its last agent once that is at work. */
async function playTree(stage: Stage): Promise<Played> {
  const { program, thread } = startExecRun(stage, '-m', SECOND_RUNTIME_MODEL, SCENES.tree.prompt)
  await Promise.race([stage.model.gates.reached('tree-slow'), program.ended])
  stage.model.gates.open('tree-interrupt')
  await program.ended
  return asPlayed(runs.treeRun(await thread))
}

function playCommon(stage: Stage, mayBeSilent = false): Promise<Played>[] {
  return [
    play(stage, SCENES.parallel.prompt, (id) => runs.parallelRun('a', id)),
    play(stage, SCENES.parallelBeside.prompt, (id) => runs.parallelRun('b', id)),
    play(stage, SCENES.nested.prompt, runs.nestedRun),
    play(stage, SCENES.failing.prompt, (id) => runs.failingRun(id, mayBeSilent)),
    play(stage, SCENES.inheriting.prompt, (id) => runs.inheritingRun('x', id)),
  ]
}

/** Of the stories that a server alone can tell those that every release knows. */
async function playOverServer(stage: Stage, server: AppServer, isHeard: boolean): Promise<Played> {
  const player = new AppServerPlayer(stage, server, isHeard)
  return joinPlayed(...(await Promise.all([player.approval(), player.question(), player.background()])))
}

/** Many runs in one folder at once; every process is over at the end. */
export async function playCodex(stage: Stage): Promise<Played> {
  const server = await AppServer.start(stage)
  try {
    const others = [playCut(stage), playForked(stage), playTree(stage), playOverServer(stage, server, true)]
    return joinPlayed(...(await Promise.all([...playCommon(stage), ...others])))
  } finally {
    await server.end()
  }
}

/** The same with a release without the second runtime; it forks over its server alone, and nobody else can hear that. */
export async function playOldCodex(stage: Stage): Promise<Played> {
  const server = await AppServer.startOnPort(stage)
  try {
    const player = new AppServerPlayer(stage, server, false)
    const continued = playContinued(stage).then(async ([played, id]) => joinPlayed(played, await player.forked(id)))
    const others = [playCut(stage), continued, playOverServer(stage, server, false)]
    return joinPlayed(...(await Promise.all([...playCommon(stage, true), ...others])))
  } finally {
    await server.end()
  }
}
