import { createWatchedState } from '../../src/cli/watch/watchedState'
import type { RunSight } from '../../src/engine/drive/budgetBook'
import type { Desk } from '../../src/engine/drive/desk'
import type { LiveLaunch } from '../../src/engine/drive/LiveLaunch'
import { openOwnDesk } from '../../src/engine/drive/openOwnDesk'
import type { Engine } from '../../src/engine/engine'
import { openEngine } from '../../src/engine/openEngine'
import { rootsFromEnvironment, stateFolderFromEnvironment } from '../../src/engine/roots'
import { settingsFromEnvironment } from '../../src/engine/settingsFromEnvironment'
import type { Ask } from '../../src/shared/drive/ask'
import type { Launch } from '../../src/shared/drive/launch'
import type { LaunchWish } from '../../src/shared/drive/launchWish'
import type { RunUri } from '../../src/shared/ids'
import type { AgentView } from '../../src/shared/views'
import type { Environment } from '../../test/harness/workspace'

/** The real desk over the real keeper and the real engine, as the app has them, in an environment of the test's own. */
export interface DriveStage {
  readonly desk: Desk
  readonly engine: Engine
  sight(run: RunUri): RunSight | null
  /** An agent of the run that passes. */
  agent(run: RunUri, test: (agent: AgentView) => boolean): AgentView | null
  launch(id: string): Launch
  asks(): readonly Ask[]
  /** Looked at after each change of the desk and each frame of the engine, and now and then; rejects after `limitMs`. */
  until<T>(what: string, look: () => T | null | undefined | false, limitMs?: number): Promise<T>
  start(wish: LaunchWish): Promise<LiveLaunch>
  /** Leaves what runs to the keeper, as a restart of the app does. */
  leave(): Promise<void>
  /** Ends all that was started here. */
  close(): Promise<void>
}

const PATIENCE_MS = 60_000

export async function openDriveStage(env: Environment): Promise<DriveStage> {
  const seen = createWatchedState()
  const waiting = new Set<() => void>()
  const look = (): void => {
    for (const one of [...waiting]) one()
  }
  const sight = (run: RunUri): RunSight | null => {
    const row = seen.runs().find(({ uri }) => uri === run)
    return row ? { row, agents: seen.agentsOf(run) } : null
  }
  let engine: Engine | null = null
  const desk = openOwnDesk({
    ...{ env, stateFolder: stateFolderFromEnvironment(env), engine: () => engine, roots: () => rootsFromEnvironment(env) },
    ...{ sight, onBreach: () => undefined },
  })
  const opened = await openEngine(settingsFromEnvironment(env, { driven: desk.word }, () => undefined))
  engine = opened
  await desk.ready
  const watch = await opened.watch(null, (frame) => {
    seen.apply(frame)
    desk.look(new Set(frame.agents.map(({ run }) => run)))
    look()
  })
  desk.onChange(look)
  const end = async (keep: boolean): Promise<void> => {
    await watch.close()
    await desk.close({ keep })
    await opened.close()
  }
  const launch = (id: string): Launch => {
    const found = desk.news().launches.find((one) => one.id === id)
    if (!found) throw new Error(`${id} is not in the list`)
    return found
  }
  return {
    ...{ desk, engine: opened, sight, launch },
    agent: (run, test) => [...(sight(run)?.agents.values() ?? [])].find(test) ?? null,
    asks: () => desk.news().asks,
    until: (what, condition, limitMs = PATIENCE_MS) =>
      new Promise((resolve, reject) => {
        const forget = (): void => {
          clearTimeout(timer)
          clearInterval(again)
          waiting.delete(once)
        }
        const timer = setTimeout(() => {
          forget()
          const told = JSON.stringify(desk.news()).slice(0, 3000)
          reject(new Error(`not within ${limitMs} ms: ${what}; the desk says ${told}`))
        }, limitMs)
        const once = (): void => {
          const found = condition()
          if (!found) return
          forget()
          resolve(found)
        }
        // What is on disk, or reached the model, changes without a word from either.
        const again = setInterval(once, 100)
        waiting.add(once)
        once()
      }),
    async start(wish) {
      const started = await desk.start(wish)
      if (!started.ok) throw new Error(`${started.failure.code}: ${started.failure.message}`)
      return started.value
    },
    leave: () => end(true),
    close: () => end(false),
  }
}
