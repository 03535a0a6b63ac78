import { joinPlayed, type Played } from '../playedRun'
import type { Stage } from '../Stage'
import { OpenCodeServer } from './OpenCodeServer'
import * as runs from './openCodeRuns'
import { SCENES } from './openCodeScenarios'
import { playKilled, playRevived } from './playCutRuns'
import { ServerPlayer } from './ServerPlayer'
import { playTerminalRun } from './terminalRun'

async function playInTerminal(stage: Stage, id: Promise<string>): Promise<Played> {
  const original = await id
  await playTerminalRun(stage, '--session', original, SCENES.continuedInTerminal.next)
  const fork = await playTerminalRun(stage, '--session', original, '--fork', SCENES.forkedInTerminal.prompt)
  return { runs: [runs.continuedRun('two', original), runs.forkedRun('four', fork, original)], faults: [] }
}

/** Many runs in one folder at once, over a server and in terminals; every process is over at the end. */
export async function playOpenCode(stage: Stage): Promise<Played> {
  let server = await OpenCodeServer.start(stage)
  try {
    const player = new ServerPlayer(stage, server)
    const parallel = playTerminalRun(stage, SCENES.parallelInTerminal.prompt)
    const first = await Promise.all([
      player.permission(),
      player.question(),
      player.plain(SCENES.parallelOverServer.prompt, (id) => runs.parallelRun('a', id)),
      parallel.then((id) => ({ runs: [runs.parallelRun('b', id)], faults: [] })),
      player.plain(SCENES.nested.prompt, runs.nestedRun),
      player.plain(SCENES.failing.prompt, runs.failingRun),
      player.background(),
      player.aborted(),
      player.continued().then(async (played) => joinPlayed(played, await player.forked(played.runs[0]?.id ?? ''))),
    ])
    const terminal = playInTerminal(stage, playTerminalRun(stage, SCENES.continuedInTerminal.prompt))
    const killed = playKilled(stage)
    const revived = await playRevived(stage, server)
    server = revived.server
    return joinPlayed(...first, revived.played, await terminal, await killed)
  } finally {
    await server.kill()
  }
}

/** The same with a release that keeps JSON files, as far as it knows how: see `missingStories`. */
export async function playOldOpenCode(stage: Stage): Promise<Played> {
  let server = await OpenCodeServer.start(stage)
  try {
    const player = new ServerPlayer(stage, server)
    // It makes its folders at the first prompt, and stumbles where several come at once.
    const first = await player.plain(SCENES.parallelOverServer.prompt, (id) => runs.parallelRun('a', id))
    const others = await Promise.all([
      playTerminalRun(stage, SCENES.parallelInTerminal.prompt).then((id) => ({ runs: [runs.parallelRun('b', id)], faults: [] })),
      player.plain(SCENES.nested.prompt, runs.nestedRun),
      player.plain(SCENES.failing.prompt, runs.failingRun),
      player.permission(),
      player.notAside(),
      player.aborted(),
      player.continued().then(async (played) => joinPlayed(played, await player.forked(played.runs[0]?.id ?? ''))),
    ])
    const original = await playTerminalRun(stage, SCENES.continuedInTerminal.prompt)
    const continued = playTerminalRun(stage, '--session', original, SCENES.continuedInTerminal.next)
    const killed = playKilled(stage)
    const revived = await playRevived(stage, server)
    server = revived.server
    const inTerminal = { runs: [runs.continuedRun('two', await continued)], faults: [] }
    return joinPlayed(first, ...others, inTerminal, revived.played, await killed)
  } finally {
    await server.kill()
  }
}
