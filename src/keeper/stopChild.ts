import { setTimeout as wait } from 'node:timers/promises'
import type { HeldChild } from './heldChild'

/** How often to look whether what a child left behind has gone: nobody tells us of processes that are not our own. */
const LOOK_MS = 50

export interface StopSteps {
  /** What a polite end begins with. */
  readonly lastText: string | null
  readonly stepMs: number
  readonly because: string
}

/** Ends it and all it started, as gently as it lets us: the end of its input, then a request, then force. */
export async function stopChild(child: HeldChild, { lastText, stepMs, because }: StopSteps): Promise<void> {
  if (!child.state.exited) child.note({ stoppedBecause: because })
  const isEnded = (): Promise<boolean> => within(stepMs, child.ended)
  // A child that does not read keeps only this step waiting.
  if (lastText !== null) await within(stepMs, child.write(lastText))
  child.endInput()
  if (!(await isEnded())) {
    child.signal('SIGTERM', 'group')
    // One that was paused would hear it only when it goes on.
    child.signal('SIGCONT', 'group')
    if (!(await isEnded())) child.signal('SIGKILL', 'group')
  }
  await child.ended
  if (!child.isGroupAlive()) return
  child.signal('SIGTERM', 'group')
  child.signal('SIGCONT', 'group')
  for (let waitedMs = 0; child.isGroupAlive(); waitedMs += LOOK_MS) {
    if (waitedMs >= stepMs) return void child.signal('SIGKILL', 'group')
    await wait(LOOK_MS)
  }
}

async function within(ms: number, settling: Promise<unknown>): Promise<boolean> {
  const late = new AbortController()
  try {
    const first = wait(ms, false, { signal: late.signal }).catch(() => false)
    return await Promise.race([settling.then(() => true), first])
  } finally {
    late.abort()
  }
}
