import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ProductProgram } from './ProductProgram'
import type { Recording, ReplayEvent } from './recordings'
import type { Owners } from './replayRecording'

const ROLLOUT = /^rollout-.{19}-(.+)\.jsonl$/
/** The first recorded release that locks the threads it holds. */
const FIRST_LOCKED = '0.150.0'

/** The conversation that a rollout holds. */
export function threadOf(path: string): string | null {
  return ROLLOUT.exec(basename(path))?.[1] ?? null
}

export interface ThreadOwnerSettings {
  readonly recording: Recording
  readonly root: string
  /** A folder for programs with the product's name. */
  readonly bin: string
  /** Where the recorded runs worked. */
  readonly project: string
  readonly onHeld: (thread: string) => void
}

/** Living programs that hold the threads of a Codex recording: each by its lock, or of older releases all by running in their folder. */
export class ThreadOwners implements Owners {
  private readonly programs = new Map<string, ProductProgram>()
  private readonly settings: ThreadOwnerSettings
  private readonly hasLocks: boolean

  constructor(settings: ThreadOwnerSettings) {
    this.settings = settings
    this.hasLocks = (settings.recording.name.split('/')[1] ?? '') >= FIRST_LOCKED
  }

  async translate(event: ReplayEvent): Promise<ReplayEvent> {
    const thread = threadOf(event.path)
    if (thread === null) return event
    const name = this.hasLocks ? thread : 'all'
    if (!this.programs.has(name)) this.programs.set(name, await this.start(thread))
    this.settings.onHeld(thread)
    return event
  }

  after(): Promise<void> {
    return Promise.resolve()
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.programs.values()].map((program) => program.end()))
    // Who ends in peace takes its locks along.
    const { root, recording } = this.settings
    for (const thread of this.programs.keys()) {
      if (!existsSync(lockIn(recording.root, thread))) rmSync(lockIn(root, thread), { force: true })
    }
  }

  private start(thread: string): Promise<ProductProgram> {
    const { root, bin, project } = this.settings
    if (!this.hasLocks) return ProductProgram.start(bin, 'codex', project)
    mkdirSync(join(root, 'thread-writer-locks'), { recursive: true })
    return ProductProgram.startLocking(bin, 'codex', lockIn(root, thread))
  }
}

function lockIn(root: string, thread: string): string {
  return join(root, 'thread-writer-locks', `${thread}.lock`)
}
