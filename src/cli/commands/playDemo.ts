import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeDemoFolder, removeDemoFolder } from '../../engine/page/demoFolders'
import { playRecording } from '../../engine/playRecording'
import { findProductFiles } from '../../engine/productFiles'
import { listRecordings, type Recording } from '../../engine/readRecording'
import type { CommandContext, RunCommand } from '../command'
import { refuse, say } from '../say'
import { followRuns } from '../watch/followRuns'

// After the last event the engine needs a moment to see and settle it, and a person to look at it.
const settleMs = 1500
const lookMs = 4000

export const playDemo: RunCommand = async (args, context) => {
  context.holdInterrupt()
  const folder = findProductFiles().demoFolder
  const { recordings, failures } = await listRecordings(folder)
  for (const failure of failures) await say(context, failure)
  if (recordings.length === 0) return refuse(context, `no recordings found; looked in ${folder}.`, 1)
  const json = args.flags['json'] === true
  const repeats = !json && args.flags['once'] !== true && context.out.isTerminal
  const speed = typeof args.flags['speed'] === 'number' ? args.flags['speed'] : 1
  do {
    await playOnce(context, recordings, { json, speed, repeats })
  } while (repeats && !context.stopped.aborted)
  return 0
}

interface Round {
  readonly json: boolean
  readonly speed: number
  readonly repeats: boolean
}

async function playOnce(context: CommandContext, recordings: readonly Recording[], round: Round): Promise<void> {
  const stateFolder = await context.stateFolder()
  const home = await makeDemoFolder(stateFolder)
  try {
    const roots: Record<string, string> = {}
    for (const { provider } of recordings) {
      roots[provider] = join(home, provider)
      await mkdir(join(home, provider), { recursive: true })
    }
    const engine = await context.openAnother({ roots, stateFolder: join(home, 'state'), isPlayed: true })
    const over = new AbortController()
    const until = AbortSignal.any([context.stopped, over.signal])
    const footer = 'demo: recorded sessions, played as if live · Ctrl-C ends'
    const endsAll = () => over.abort()
    const following = followRuns(context, engine, { run: null, json: round.json, footer, until, tellsIdle: false }).finally(
      endsAll,
    )
    const playing = playAll(recordings, roots, round, until).finally(endsAll)
    // Both to their end before the folder goes, also when one of them fails.
    const failed = (await Promise.allSettled([following, playing])).find((end) => end.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    await engine.close()
  } finally {
    await removeDemoFolder(home)
  }
}

async function playAll(
  recordings: readonly Recording[],
  roots: Readonly<Record<string, string>>,
  round: Round,
  signal: AbortSignal,
): Promise<void> {
  const plays = recordings.flatMap((each) => {
    const target = roots[each.provider]
    return target === undefined ? [] : [playRecording(each, { target, speed: round.speed, signal })]
  })
  await Promise.all(plays)
  await wait(settleMs + (round.repeats ? lookMs : 0), undefined, { signal }).catch(() => undefined)
}
