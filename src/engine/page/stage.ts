import type { Attention } from '../../shared/attention'
import type { Ask } from '../../shared/drive/ask'
import type { Health } from '../../shared/health'
import type { RunUri } from '../../shared/ids'
import type { Engine, EngineSettings } from '../engine'
import type { Timers } from '../every'
import type { Variables } from '../settingsFromEnvironment'
import { shareRunning } from '../shareRunning'
import { type AttentionFeed, type AttentionMemory, openAttentionFeed } from './attentionFeed'
import { type Followers, openFollowers } from './followers'
import { type HealthFeed, openHealthFeed } from './healthFeed'
import { readDetail } from './readDetail'
import { type BoardChange, openRunBoard, type RunBoard } from './runBoard'

/** One engine and all that looks at it. Settings and demos bring another stage. */
export interface Stage {
  readonly engine: Engine
  readonly settings: EngineSettings
  readonly board: RunBoard
  readonly followers: Followers
  readonly attention: AttentionFeed
  readonly health: HealthFeed
  readonly env: Variables
  readonly isDemo: boolean
  close(): Promise<void>
}

export interface StageListeners {
  readonly onRuns: (change: BoardChange) => void
  readonly onAttention: (attention: Attention) => void
  readonly onDismiss: (ids: readonly string[]) => void
  readonly onHealth: (health: Health) => void
  readonly onFailure: (error: unknown) => void
}

export interface StageOptions {
  readonly engine: Engine
  readonly settings: EngineSettings
  readonly isDemo: boolean
  readonly env: Variables
  readonly timers: Timers
  readonly stuckMinutes: () => number
  readonly memory: AttentionMemory | undefined
  /** What can be answered here. */
  readonly asks: () => readonly Ask[]
  readonly listeners: StageListeners
}

export function openStage({
  engine: opened,
  settings,
  isDemo,
  env,
  timers,
  stuckMinutes,
  memory,
  asks,
  listeners,
}: StageOptions): Stage {
  const engine: Engine = { ...opened, doctor: shareRunning(() => opened.doctor()) }
  const attention = openAttentionFeed({
    board: () => board,
    detailOf: (item) => readDetail(engine, item),
    timers,
    stuckMinutes,
    asks,
    pausedUntil: (run) => settings.driven?.pausedUntil(run) ?? null,
    memory,
    onChange: listeners.onAttention,
    onDismiss: listeners.onDismiss,
  })
  let board: RunBoard | null = null
  const onChange = (change: BoardChange): void => {
    attention.look(new Set<RunUri>([...change.agents, ...change.rows, ...change.removed]))
    listeners.onRuns(change)
  }
  const first = openRunBoard(engine, onChange, listeners.onFailure)
  board = first
  const followers = openFollowers(engine, (run, onFrame) => first.watchRun(run, onFrame))
  const health = openHealthFeed({ engine, settings, board: first, isDemo }, { env, timers, onChange: listeners.onHealth })
  return {
    engine,
    settings,
    board: first,
    followers,
    attention,
    health,
    env,
    isDemo,
    async close() {
      attention.close()
      health.close()
      // What still reads must be told to stop before it is waited for.
      const closing = [followers.close(), first.close()]
      await engine.close()
      await Promise.all(closing)
    },
  }
}
