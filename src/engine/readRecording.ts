import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorText } from '../shared/errorText'
import { fail, ok, type Result } from '../shared/result'

const RecordingEvent = z.discriminatedUnion('op', [
  z.object({ t: z.number(), op: z.literal('grow'), path: z.string(), to: z.number().int().nonnegative() }),
  z.object({ t: z.number(), op: z.literal('put'), path: z.string(), text: z.string() }),
  z.object({ t: z.number(), op: z.literal('delete'), path: z.string() }),
])
export type RecordingEvent = z.infer<typeof RecordingEvent>

const Replay = z.object({ unit: z.literal('ms'), events: z.array(RecordingEvent) })

export interface Recording {
  readonly name: string
  readonly provider: string
  /** The folder of the provider as it was at the end. */
  readonly root: string
  readonly events: readonly RecordingEvent[]
}

const suffix = '-home'

/** A folder with `replay.json` and `<provider>-home/`. */
export async function readRecording(folder: string, name: string): Promise<Result<Recording, string>> {
  try {
    const replay = Replay.safeParse(JSON.parse(await readFile(join(folder, 'replay.json'), 'utf8')))
    if (!replay.success) return fail(`${join(folder, 'replay.json')} is not a recording.`)
    const home = (await readdir(folder)).find((entry) => entry.endsWith(suffix))
    if (home === undefined) return fail(`${folder} has no <provider>${suffix} folder.`)
    const events = [...replay.data.events].sort((a, b) => a.t - b.t)
    return ok({ name, provider: home.slice(0, -suffix.length), root: join(folder, home), events })
  } catch (error) {
    return fail(`${folder} cannot be read: ${errorText(error)}`)
  }
}

/** All recordings below a folder, by name. A folder that is not there has none. */
export async function listRecordings(folder: string): Promise<{ recordings: Recording[]; failures: string[] }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const recordings: Recording[] = []
  const failures: string[] = []
  for (const name of entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()) {
    const read = await readRecording(join(folder, name), name)
    if (read.ok) recordings.push(read.value)
    else failures.push(read.failure)
  }
  return { recordings, failures }
}
