import { appendFileSync, chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openRecording, type Recording, type ReplayEvent, ROOT_VARIABLE, readReplay } from '../../../test/harness/recordings'
import { replayRecording } from '../../../test/harness/replayRecording'
import { StandIns } from '../../../test/harness/standIns'
import type { Workspace } from '../../../test/harness/workspace'

/** What a session's registry file says of its process. */
export interface ProcessWords {
  readonly status: 'busy' | 'idle' | 'waiting'
  readonly waitingFor?: string
  /** The short id of a session in the background, which can be joined by it. */
  readonly job?: string
}

export interface LiveProcess {
  say(words: ProcessWords): Promise<void>
  end(): Promise<void>
}

export interface ReplayPlan {
  /** Longer pauses of the recording are cut down to this. */
  readonly longestGapMs?: number
  /** Awaited after each event: what has happened so far is on disk, and nothing else happens meanwhile. */
  readonly afterEvent?: (event: ReplayEvent) => Promise<void>
}

/** The disk that the app finds: the products' folders in a home of its own. */
export class World {
  readonly workspace: Workspace
  private readonly standIns = new StandIns([])
  private registered = 0

  constructor(workspace: Workspace) {
    this.workspace = workspace
  }

  /** Whether the tests run as the one who may read everything. */
  get isRoot(): boolean {
    return process.getuid?.() === 0
  }

  get root(): string {
    return this.workspace.root
  }

  recording(name: string): Recording {
    return this.recordingOf('claude', name)
  }

  /** Puts recordings on disk as they ended. */
  place(...names: readonly string[]): void {
    for (const name of names) cpSync(this.recording(name).root, this.root, { recursive: true })
  }

  /** Where any product keeps its files in this home. */
  rootOf(provider: string): string {
    return this.workspace.env[ROOT_VARIABLE[provider] ?? ''] ?? ''
  }

  recordingOf(provider: string, name: string): Recording {
    const [version = '', scenario = ''] = name.split('/')
    return openRecording(provider, version, scenario)
  }

  /** Puts recordings of any product on disk as they ended. */
  placeOf(provider: string, ...names: readonly string[]): void {
    for (const name of names) cpSync(this.recordingOf(provider, name).root, this.rootOf(provider), { recursive: true })
  }

  /** The same below another folder. */
  placeIn(root: string, name: string): void {
    cpSync(this.recording(name).root, root, { recursive: true })
  }

  /** Lets a recording happen; resolves when it is over. */
  async replay(name: string, { longestGapMs = 200, afterEvent = async () => undefined }: ReplayPlan = {}): Promise<void> {
    const recording = this.recording(name)
    const events = readReplay(recording)
    if (!events) throw new Error(`${name} has no replay`)
    await replayRecording(recording, events, this.root, new StandIns(events), { isSplit: false, longestGapMs, afterEvent })
  }

  writeFile(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true })
    writeFileSync(join(this.root, path), content)
  }

  append(path: string, text: string): void {
    appendFileSync(join(this.root, path), text)
  }

  /** A living process that owns the session. */
  async register(session: string, words: ProcessWords): Promise<LiveProcess> {
    const recordedPid = ++this.registered
    const startedAt = Date.now()
    const put = async ({ status, waitingFor, job }: ProcessWords): Promise<string> => {
      const entry = {
        pid: recordedPid,
        sessionId: session,
        cwd: '/home/dev/acme',
        startedAt,
        procStart: '0',
        version: '2.1.327',
        ...(job === undefined ? { kind: 'interactive' } : { kind: 'bg', jobId: job }),
        entrypoint: 'cli',
        pidDomain: 'linux',
        status,
        ...(waitingFor === undefined ? {} : { waitingFor }),
        updatedAt: Date.now(),
        statusUpdatedAt: Date.now(),
      }
      const path = `sessions/${recordedPid}.json`
      const event = await this.standIns.translate({ t: 0, op: 'put', path, text: JSON.stringify(entry) })
      if (event.op === 'put') this.writeFile(event.path, event.text)
      return event.path
    }
    const path = await put(words)
    return {
      say: async (next) => void (await put(next)),
      end: async () => {
        rmSync(join(this.root, path), { force: true })
        await this.standIns.after({ t: 0, op: 'delete', path: `sessions/${recordedPid}.json` })
      },
    }
  }

  /** Takes away the right to read a folder of the root; root itself may read everything. */
  lock(path: string): void {
    chmodSync(join(this.root, path), 0o000)
  }

  unlock(path: string): void {
    chmodSync(join(this.root, path), 0o755)
  }

  async close(): Promise<void> {
    await this.standIns.endAll()
  }
}
