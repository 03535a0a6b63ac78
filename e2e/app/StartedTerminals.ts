import { openLaunchShelf } from '../../src/engine/drive/launchShelf'
import type { Held } from '../../src/engine/keeper/held'
import { type Keeper, openKeeper } from '../../src/engine/keeper/openKeeper'
import { LaunchId } from '../../src/shared/drive/launch'
import { ENV, keeperOptions } from '../../test/harness/keeperStage'
import type { World } from './harness/World'

export interface TerminalPlan {
  readonly title: string
  /** The session that it seems to write; null: none yet. */
  readonly session: string | null
  readonly args: readonly string[]
}

/** Programs in real terminals, held for this home as if they had been started in the app. */
export class StartedTerminals {
  private readonly world: World
  private keeper: Keeper | null = null

  constructor(world: World) {
    this.world = world
  }

  async start({ title, session, args }: TerminalPlan): Promise<Held> {
    const { stateFolder, folder } = this.world.workspace
    this.keeper ??= await openKeeper({ ...keeperOptions(stateFolder), graceMs: 60_000 })
    const env = { ...ENV, HOME: folder, PS1: '> ', HISTFILE: '' }
    const terminal = { cols: 80, rows: 24 }
    const started = await this.keeper.start({ file: 'bash', args, cwd: folder, env, note: null, terminal })
    if (!started.ok) throw new Error(started.failure.message)
    const held = started.value
    const state = held.state()
    const refusal = openLaunchShelf(stateFolder).put({
      ...{ id: LaunchId.parse(held.id), provider: 'claude', way: 'terminal', title, folder, command: `bash ${args.join(' ')}` },
      ...{ started: Date.now(), process: held.id, pid: state.kind === 'running' ? state.pid : null, isShared: false },
      ...{ run: session, origin: null, memo: null, isStopped: false, hasBegun: true, pausedAt: null, pausedMs: 0 },
      ...{ ended: null, trouble: null, last: null },
    })
    if (refusal !== null) throw new Error(refusal)
    return held
  }

  async close(): Promise<void> {
    for (const held of (await this.keeper?.list()) ?? []) await held.stop({ stepMs: 200 })
    await this.keeper?.close('stop', 200)
  }
}
