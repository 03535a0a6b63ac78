import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Driver } from '../../core/drive/driver'
import type { RunSight } from '../../engine/drive/budgetBook'
import type { Desk } from '../../engine/drive/desk'
import { openDesk } from '../../engine/drive/openDesk'
import type { Engine } from '../../engine/engine'
import { systemTimers } from '../../engine/every'
import type { BudgetBreach } from '../../shared/drive/budget'
import type { Launch } from '../../shared/drive/launch'
import type { LaunchWish } from '../../shared/drive/launchWish'
import { ProviderId, type RunUri } from '../../shared/ids'
import type { WatchFrame } from '../../shared/views'
import type { TemporaryRoot } from '../temporaryRoot'
import { fileKeeper } from './fileKeeper'
import { toyDriver } from './toyDriver'

/** A desk over real processes of the toy, with an engine that reads what they write. */
export interface ToyDesk {
  readonly desk: Desk
  readonly engine: Engine
  readonly keeper: ReturnType<typeof fileKeeper>
  readonly breaches: readonly BudgetBreach[]
  sight(run: RunUri): RunSight | null
  /** Settles when it holds, looked at after each change of the desk or of the engine. */
  until<T>(look: () => T | null | undefined | false): Promise<T>
  launchOf(id: string): Launch
  close(): Promise<void>
}

export interface ToyDeskOptions {
  readonly driver?: Driver
  readonly isDemo?: boolean
}

export async function openToyDesk(place: TemporaryRoot, options: ToyDeskOptions = {}): Promise<ToyDesk> {
  const seen: Seen = new Map()
  const waiting = new Set<() => void>()
  const look = (): void => {
    for (const one of [...waiting]) one()
  }
  const sight = (run: RunUri): RunSight | null => {
    const found = seen.get(run)
    return found?.row ? { row: found.row, agents: found.agents } : null
  }
  const breaches: BudgetBreach[] = []
  const keeper = fileKeeper(join(place.state, 'held'))
  let engine: Engine | null = null
  const desk = openDesk({
    env: {
      PATH: process.env['PATH'],
      HOME: place.at('..'),
      UNDERSTORY_LOGTOY_PROGRAM: toyProgram(place),
      SECRET: 'not for disk',
    },
    stateFolder: place.state,
    drivers: [options.driver ?? toyDriver()],
    keeper,
    labelOf: () => 'Log toy',
    engine: () => (options.isDemo ? null : engine),
    roots: () => ({ logtoy: place.root }),
    sight,
    onBreach: (breach) => void breaches.push(breach),
    timers: systemTimers,
  })
  await desk.ready
  engine = await place.open({ roots: { logtoy: place.root }, driven: desk.word })
  const watch = await engine.watch(null, (frame) => {
    take(seen, frame)
    for (const run of seen.keys()) desk.look(new Set([run]))
    look()
  })
  desk.onChange(look)
  return {
    ...{ desk, engine, keeper, breaches, sight },
    until: (condition) =>
      new Promise((resolve) => {
        const once = (): void => {
          const found = condition()
          if (!found) return
          waiting.delete(once)
          resolve(found)
        }
        waiting.add(once)
        once()
      }),
    launchOf(id) {
      const found = desk.news().launches.find((one) => one.id === id)
      if (!found) throw new Error(`${id} is not in the list`)
      return found
    },
    async close() {
      await watch.close()
      await desk.close({ keep: true })
    },
  }
}

type Seen = Map<RunUri, { row: RunSight['row'] | null; agents: Map<string, WatchFrame['agents'][number]> }>

function take(seen: Seen, frame: WatchFrame): void {
  const at = (run: RunUri) => {
    const known = seen.get(run) ?? { row: null, agents: new Map() }
    seen.set(run, known)
    return known
  }
  for (const row of frame.runs) at(row.uri).row = row
  for (const agent of frame.agents) at(agent.run).agents.set(agent.key, agent)
}

/** An executable that is the toy. */
export function toyProgram(place: TemporaryRoot): string {
  const folder = place.at('../bin')
  const path = join(folder, 'toy')
  mkdirSync(folder, { recursive: true })
  mkdirSync(place.root, { recursive: true })
  const product = join(import.meta.dirname, 'toyProduct.mjs')
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${product}" "$@"\n`)
  chmodSync(path, 0o755)
  return path
}

export function toyWish(folder: string, change: Partial<LaunchWish> = {}): LaunchWish {
  return {
    ...{ provider: ProviderId.parse('logtoy'), way: 'headless', folder, prompt: 'hello', model: null, agent: null },
    ...{ mode: null, extra: [], origin: null },
    ...change,
  }
}
