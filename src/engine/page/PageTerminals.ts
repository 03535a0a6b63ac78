import type { LaunchId } from '../../shared/drive/launch'
import type { HeldTerminal } from '../drive/deskKeeper'
import type { Timers } from '../every'
import type { Pump } from './pump'
import { TerminalLane, type TerminalPart } from './TerminalLane'

interface Ground {
  readonly pump: Pump
  readonly timers: Timers
}

/** The terminals that one page shows. */
export class PageTerminals {
  private readonly lanes = new Map<LaunchId, TerminalLane>()
  private readonly ground: Ground
  private readonly send: (part: TerminalPart) => void

  constructor(ground: Ground, send: (part: TerminalPart) => void) {
    this.ground = ground
    this.send = send
  }

  /** Again: from another byte on. */
  follow(launch: LaunchId, terminal: HeldTerminal, from: number): void {
    this.unfollow(launch)
    const { pump, timers } = this.ground
    const lane = new TerminalLane({ launch, timers, send: this.send, wake: () => pump.wake(lane) })
    this.lanes.set(launch, lane)
    pump.add(lane)
    lane.follow(terminal, from)
  }

  took(launch: LaunchId, to: number): void {
    this.lanes.get(launch)?.took(to)
  }

  unfollow(launch: LaunchId): void {
    const lane = this.lanes.get(launch)
    if (!lane) return
    lane.close()
    this.ground.pump.remove(lane)
    this.lanes.delete(launch)
  }

  close(): void {
    for (const launch of [...this.lanes.keys()]) this.unfollow(launch)
  }
}
