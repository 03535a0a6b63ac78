import { joinPlayed, type Played, type PlayedRun } from '../playedRun'
import type { Stage } from '../Stage'
import { untilAtWork } from '../untilAtWork'
import { SECOND_RUNTIME_MODEL } from './codexHome'
import * as runs from './codexRuns'
import { SCENES } from './codexScenarios'
import { playExecRun, startExecRun } from './execRun'
import { playApproval } from './playApproval'

function asPlayed(...played: readonly PlayedRun[]): Played {
  return { runs: played, faults: [] }
}

async function play(stage: Stage, prompt: string, toRun: (id: string) => PlayedRun): Promise<Played> {
  return asPlayed(toRun(await playExecRun(stage, prompt)))
}

/** One agent at its gate, the other at its end, of which the session knows: what is cut now leaves the same every time. */
async function playCut(stage: Stage, mark: string, prompt: string, how: 'interrupt' | 'kill'): Promise<Played> {
  const { program, thread } = startExecRun(stage, prompt)
  const id = await thread
  const { witness } = stage
  const held = () => witness.answers.get(witness.callWith(`HELD-${mark}`)?.child ?? '') ?? 0
  const faults = await untilAtWork(stage, 'codex', mark)
  await witness.until(`what is due before ${mark}`, () => (witness.answers.get(id) ?? 0) >= 3 && held() >= 1)
  program[how]()
  await program.ended
  return { runs: [runs.heldRun(mark, id)], faults }
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

function playInterrupted(stage: Stage): Promise<Played> {
  return playCut(stage, 'int', SCENES.interrupted.prompt, 'interrupt')
}

function playKilled(stage: Stage): Promise<Played> {
  return playCut(stage, 'kill', SCENES.killed.prompt, 'kill')
}

/** Many runs in one folder at once; every process is over at the end. */
export async function playCodex(stage: Stage): Promise<Played> {
  const cut = [playInterrupted(stage), playKilled(stage)]
  const others = [playForked(stage), playTree(stage), playApproval(stage)]
  return joinPlayed(...(await Promise.all([...playCommon(stage), ...cut, ...others])))
}

/** The same with a release that knows neither forks nor the second runtime. */
export async function playOldCodex(stage: Stage): Promise<Played> {
  const continued = playContinued(stage).then(([played]) => played)
  const together = await Promise.all([...playCommon(stage, true), continued])
  // It locks nothing: which of several silent runs in one folder is alive cannot be told, so these two have it to themselves.
  const interrupted = await playInterrupted(stage)
  return joinPlayed(...together, interrupted, await playKilled(stage))
}
