import { rmSync } from 'node:fs'
import { errorText } from '../shared/errorText'
import type { HeldId } from '../shared/ids'
import type { StartRequest } from '../shared/keeperMessages'
import type { LaunchFault, LaunchState } from '../shared/launchState'
import { fail, ok, type Result } from '../shared/result'
import { explainFolder, tooManyFiles } from './explainSpawn'
import type { HeldChild } from './heldChild'
import { holdPiped } from './holdPiped'
import { holdTerminal } from './holdTerminal'
import { launchFiles } from './keeperFolders'
import { type LaunchRecord, openLaunchRecord } from './launchRecord'
import { type StopSteps, stopChild } from './stopChild'
import { systemCode } from './systemCode'

export interface Holdings {
  readonly running: readonly HeldChild[]
  /** Being started counts. */
  readonly isEmpty: boolean
  of(launch: HeldId): HeldChild | null
  /** All that run, once what is being started now has been. */
  settled(): Promise<readonly HeldChild[]>
  /** Asked twice for the same launch it answers twice: whoever lost the connection may ask again. */
  start(request: StartRequest): Promise<Result<LaunchState, LaunchFault>>
  stop(child: HeldChild, steps: StopSteps): Promise<void>
  /** Deletes what an ended one left. */
  forget(launch: HeldId): Result<void, LaunchFault>
}

export interface HoldingsEvents {
  onChanged(state: LaunchState): void
  onForgotten(launch: HeldId): void
}

export function openHoldings(home: string, events: HoldingsEvents): Holdings {
  const held = new Map<HeldId, HeldChild>()
  const starting = new Map<HeldId, Promise<Result<LaunchState, LaunchFault>>>()
  const stopping = new Map<HeldId, Promise<void>>()

  async function start(request: StartRequest): Promise<Result<LaunchState, LaunchFault>> {
    let record: LaunchRecord
    try {
      record = openLaunchRecord(request, launchFiles(home, request.launch), events.onChanged)
    } catch (error) {
      return fail(cannotWrite(error))
    }
    const started = await launch(request, record)
    if (!started.ok) {
      record.change({ failed: started.failure })
      return started
    }
    const child = started.value
    held.set(request.launch, child)
    void child.ended.then(() => {
      // While it is being stopped, what it started may still be there.
      if (!stopping.has(request.launch)) held.delete(request.launch)
      events.onChanged(child.state)
    })
    return ok(child.state)
  }

  function stop(child: HeldChild, steps: StopSteps): Promise<void> {
    const { id } = child.state
    const running = stopping.get(id)
    if (running) return running
    const stopped = stopChild(child, steps).finally(() => {
      stopping.delete(id)
      held.delete(id)
      events.onChanged(child.state)
    })
    stopping.set(id, stopped)
    return stopped
  }

  return {
    get running() {
      return [...held.values()]
    },
    get isEmpty() {
      return held.size === 0 && starting.size === 0
    },
    of: (launch) => held.get(launch) ?? null,
    async settled() {
      await Promise.all(starting.values())
      return [...held.values()]
    },
    start(request) {
      const running = starting.get(request.launch)
      if (running) return running
      const there = held.get(request.launch)
      if (there) return Promise.resolve(ok(there.state))
      const started = start(request).finally(() => starting.delete(request.launch))
      starting.set(request.launch, started)
      return started
    },
    stop,
    forget(launch) {
      if (held.has(launch) || starting.has(launch)) {
        return fail({ code: 'other', system: null, message: 'It still runs: stop it first.' })
      }
      rmSync(launchFiles(home, launch).folder, { recursive: true, force: true })
      events.onForgotten(launch)
      return ok(undefined)
    },
  }
}

async function launch(request: StartRequest, record: LaunchRecord): Promise<Result<HeldChild, LaunchFault>> {
  const folderFault = explainFolder(request.cwd)
  if (folderFault) return fail(folderFault)
  return request.terminal ? holdTerminal(request, request.terminal, record) : await holdPiped(request, record)
}

function cannotWrite(error: unknown): LaunchFault {
  const said = errorText(error)
  const system = systemCode(error) || null
  if (system === 'EMFILE' || system === 'ENFILE') return tooManyFiles(system)
  return { code: 'cannot_write', system, message: `What it says could not be kept: ${said}` }
}
