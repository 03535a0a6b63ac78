import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import type { ReplayEvent } from './recordings'
import type { Owners } from './replayRecording'
import { keepTrack } from './runCli'

/** A recorded process, by what its registry file says of it. */
interface RecordedProcess {
  readonly name: string
  readonly session: string
}

interface RegistryEntry {
  pid: number
  sessionId: string
  startedAt: number
  procStart?: string
  pidDomain?: string
}

const REGISTRY_FILE = /^sessions\/(\d+)\.json$/

/** Field 22 of /proc/<pid>/stat; the name in field 2 may hold blanks and brackets. */
export function readProcessStart(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

/** As the CLI names the world its pid belongs to: another machine's or container's pid says nothing here. */
function readPidDomain(): string {
  const machine = existsSync('/etc/machine-id') ? readFileSync('/etc/machine-id', 'utf8').trim() : '0'.repeat(32)
  return `linux:${machine}:${readlinkSync('/proc/self/ns/pid')}`
}

function parseEntry(text: string): RegistryEntry | null {
  try {
    return JSON.parse(text) as RegistryEntry
  } catch {
    return null
  }
}

/**
 * Living processes in place of the recorded ones: the registry of a recording names pids that died long ago, so each gets an
 * idle child of ours, and the registry text is rewritten to that child's pid, start and world. A recorded process ends when its file
 * is deleted, when another takes over its session although it never deleted its file (it was killed), or with `endAll`.
 */
export class StandIns implements Owners {
  private readonly children = new Map<string, ChildProcess>()
  private readonly startedAt = new Map<string, number>()
  private readonly current = new Map<string, RecordedProcess>()
  private readonly dead = new Set<string>()
  private readonly events: readonly ReplayEvent[]

  constructor(events: readonly ReplayEvent[]) {
    this.events = events
  }

  /** The event as it would have been written by a process that is alive now. */
  async translate(event: ReplayEvent): Promise<ReplayEvent> {
    const recordedPid = REGISTRY_FILE.exec(event.path)?.[1]
    if (!recordedPid) return event
    const entry = event.op === 'put' ? parseEntry(event.text) : null
    if (event.op !== 'put') {
      const process = this.current.get(recordedPid)
      return { ...event, path: `sessions/${process ? this.pidOf(process.name) : recordedPid}.json` }
    }
    if (!entry) return event
    const process = { name: `${recordedPid} ${entry.startedAt}`, session: entry.sessionId }
    await this.endKilledOwners(process)
    this.current.set(recordedPid, process)
    const child = await this.start(process.name)
    const pid = child.pid ?? 0
    entry.pid = pid
    // A process that registers long before it was born would be another one under the same number.
    entry.startedAt = this.startedAt.get(process.name) ?? entry.startedAt
    if (entry.procStart !== undefined && !this.dead.has(process.name)) entry.procStart = readProcessStart(pid)
    if (entry.pidDomain) entry.pidDomain = readPidDomain()
    return { ...event, path: `sessions/${pid}.json`, text: JSON.stringify(entry) }
  }

  /** To be called once the event is on disk: a process outlives its registry file by a moment only. */
  async after(event: ReplayEvent): Promise<void> {
    const recordedPid = REGISTRY_FILE.exec(event.path)?.[1]
    const process = event.op === 'delete' && recordedPid ? this.current.get(recordedPid) : undefined
    if (process) await this.end(process.name)
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.children.keys()].map((name) => this.end(name)))
  }

  private async start(name: string): Promise<ChildProcess> {
    const known = this.children.get(name)
    if (known) return known
    const child = keepTrack(spawn('sleep', ['600'], { stdio: 'ignore' }))
    await once(child, 'spawn')
    this.children.set(name, child)
    this.startedAt.set(name, Date.now())
    return child
  }

  private async end(name: string): Promise<void> {
    const child = this.children.get(name)
    if (!child || this.dead.has(name)) return
    this.dead.add(name)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  private pidOf(name: string): number {
    return this.children.get(name)?.pid ?? 0
  }

  private async endKilledOwners(next: RecordedProcess): Promise<void> {
    for (const [recordedPid, process] of this.current) {
      if (process.session !== next.session || process.name === next.name) continue
      const isDeletedLater = this.events.some((event) => event.op === 'delete' && event.path === `sessions/${recordedPid}.json`)
      if (!isDeletedLater) await this.end(process.name)
    }
  }
}
