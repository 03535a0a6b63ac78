import { appendFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, normalize, sep } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { mapInstants, rebaseClock } from './mapInstants'
import { beginPlayedProcess } from './playedProcesses'
import type { Recording, RecordingEvent } from './readRecording'

export interface PlaySettings {
  /** An empty folder that takes the place of the provider's root. */
  readonly target: string
  /** 2: twice as fast as recorded. */
  readonly speed: number
  readonly signal: AbortSignal
}

/**
 * Grows the recorded files in `target` as they grew then, with today's times in them. The process that owned the session is played,
 * too, for engines that are told that they see a play. Returns when the last event is on disk, or at once after `signal`.
 */
export async function playRecording(recording: Recording, settings: PlaySettings): Promise<void> {
  const { events } = recording
  const firstT = events[0]?.t ?? 0
  const startAt = Date.now()
  const instants = rebaseClock(recording, { startAt, firstT, speed: settings.speed })
  const files = new Map<string, Buffer>()
  const owner = beginPlayedProcess()
  try {
    for (const event of events) {
      const delayMs = startAt + (event.t - firstT) / settings.speed - Date.now()
      if (delayMs > 0) await wait(delayMs, undefined, { signal: settings.signal }).catch(() => undefined)
      if (settings.signal.aborted) return
      await applyEvent(event, recording, settings.target, {
        pid: owner.pid,
        contents: async (path) => {
          const known = files.get(path)
          if (known !== undefined) return known
          const read = mapInstants(await readWhole(join(recording.root, path)), instants)
          files.set(path, read)
          return read
        },
        text: (text) => mapInstants(Buffer.from(text), instants).toString(),
      })
    }
  } finally {
    owner.end()
  }
}

interface Sources {
  readonly pid: number
  readonly contents: (path: string) => Promise<Buffer>
  readonly text: (text: string) => string
}

async function applyEvent(event: RecordingEvent, recording: Recording, target: string, sources: Sources): Promise<void> {
  const registered = registeredPid(event.path, recording.events)
  const path = registered === null ? event.path : join(dirname(event.path), `${sources.pid}.json`)
  const to = join(target, normalize(path))
  // A recording is data: it must not write beside its folder.
  if (!to.startsWith(target + sep)) return
  await mkdir(dirname(to), { recursive: true })
  switch (event.op) {
    case 'delete':
      return rm(to, { force: true })
    case 'put': {
      const text = sources.text(event.text)
      if (registered !== null) return writeFile(to, actAs(text, registered, sources.pid))
      await writeFile(`${to}.tmp`, text)
      return rename(`${to}.tmp`, to)
    }
    case 'grow': {
      const from = await sizeOf(to)
      if (event.to > from) await appendFile(to, (await sources.contents(event.path)).subarray(from, event.to))
      return
    }
    default:
      return event satisfies never
  }
}

/** A file named for a pid that its content states is where a process registers; its pid is the played one now. */
function registeredPid(path: string, events: readonly RecordingEvent[]): string | null {
  const pid = /^(\d+)\.json$/.exec(basename(path))?.[1]
  if (pid === undefined) return null
  const states = events.some((event) => event.op === 'put' && event.path === path && event.text.includes(`"pid":${pid}`))
  return states ? pid : null
}

// Without a start time the pid alone tells; the recorded one would prove that the process is another.
function actAs(text: string, pid: string, own: number): string {
  return text.replace(new RegExp(`"pid":${pid}\\b`), `"pid":${own}`).replace(/"procStart":"[^"]*",?/, '')
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    return 0
  }
}

async function readWhole(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}
