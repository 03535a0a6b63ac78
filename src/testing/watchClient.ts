import type { Engine } from '../engine/engine'
import type { RunUri } from '../shared/ids'
import type { RunRow, WatchedAgent, WatchFrame } from '../shared/views'

/** A client that applies every frame and is asked after each whether it has seen enough. */
export class WatchClient {
  readonly agents = new Map<string, WatchedAgent>()
  readonly rows = new Map<string, RunRow>()
  readonly frames: WatchFrame[] = []
  private readonly waiting = new Set<() => void>()

  take(frame: WatchFrame): void {
    this.frames.push(frame)
    for (const row of frame.runs) this.rows.set(row.uri, row)
    for (const agent of frame.agents) this.agents.set(`${agent.run} ${agent.key}`, agent)
    if (frame.kind === 'patch') {
      for (const name of frame.removed) {
        this.agents.delete(name)
        const [run = '', key = ''] = name.split(' ')
        // A run whose root is gone is gone.
        if (run.endsWith(`://${key}`)) this.rows.delete(run)
      }
    }
    for (const look of [...this.waiting]) look()
  }

  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!condition()) return
        this.waiting.delete(look)
        resolve()
      }
      this.waiting.add(look)
      look()
    })
  }

  has(id: string, phase?: string): boolean {
    return [...this.agents.values()].some((agent) => agent.id === id && (phase === undefined || agent.phase === phase))
  }
}

export async function watchWith(engine: Engine, run: RunUri | null): Promise<WatchClient> {
  const client = new WatchClient()
  await engine.watch(run, (frame) => client.take(frame))
  return client
}
