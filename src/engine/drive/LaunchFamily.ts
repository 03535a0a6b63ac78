import { setTimeout as wait } from 'node:timers/promises'
import { descendantsOf, readProcesses, recentProcesses, type SeenProcess } from './readProcesses'

type Signal = 'SIGSTOP' | 'SIGCONT' | 'SIGTERM' | 'SIGKILL'

/** What was started by a process of ours, as far as it was seen. */
export type FamilyMember = Pick<SeenProcess, 'pid' | 'start' | 'name'>

/** Between two looks: what lives for less than this may be missed. */
const LOOK_MS = 500
/** Who is stopped starts nothing more: what began while the others were stopped is met in the next round. */
const ROUNDS = 4
const STEP_MS = 1500
const WAIT_MS = 50

/**
 * Everything that a process started, in whatever group. Once its parent is gone nothing tells whose a process was: so it is looked at while
 * that lives.
 */
export class LaunchFamily {
  private readonly pid: () => number
  private readonly read: typeof readProcesses
  private readonly met = new Map<number, FamilyMember>()
  private lookedAt = -Infinity

  constructor(pid: () => number, known: readonly FamilyMember[] = [], read: typeof readProcesses = readProcesses) {
    this.pid = pid
    this.read = read
    for (const one of known) this.met.set(one.pid, one)
  }

  /** Null: this system does not tell. */
  members(all = this.read()): readonly SeenProcess[] | null {
    if (!all) return null
    const pid = this.pid()
    if (pid > 0) for (const one of descendantsOf(pid, all)) this.met.set(one.pid, one)
    // What has left its parents may have started more.
    for (const { pid: known, start } of [...this.met.values()]) {
      if (all.get(known)?.start !== start) this.met.delete(known)
      else for (const one of descendantsOf(known, all)) this.met.set(one.pid, one)
    }
    return [...this.met.keys()].flatMap((known) => all.get(known) ?? [])
  }

  look(now: number): void {
    if (now - this.lookedAt < LOOK_MS) return
    this.lookedAt = now
    this.members(recentProcesses())
  }

  /** False: this system does not tell what there is to signal. */
  signal(name: Signal): boolean {
    for (let round = 0; round < ROUNDS; round++) {
      const members = this.members()
      if (members === null) return false
      const meant = members.filter(({ isStopped }) => name !== 'SIGSTOP' || !isStopped)
      if (meant.length === 0) return true
      for (const one of meant) send(one, name)
      if (name !== 'SIGSTOP') return true
    }
    return true
  }

  /** Asked to end, then made to. Settles when none is left, or none can be ended. */
  async end(): Promise<void> {
    this.signal('SIGTERM')
    // One that is stopped hears it only when it goes on.
    this.signal('SIGCONT')
    for (let waited = 0; waited < STEP_MS; waited += WAIT_MS) {
      if ((this.members() ?? []).length === 0) return
      await wait(WAIT_MS)
    }
    this.signal('SIGKILL')
    await wait(WAIT_MS)
  }
}

/** One that leads a group is meant with all of it: a shell hands signals to nobody. */
function send({ pid, group }: SeenProcess, name: Signal): void {
  try {
    process.kill(group === pid ? -pid : pid, name)
  } catch {
    // It has ended since.
  }
}
