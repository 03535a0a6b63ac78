import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Recording } from './recordings'

/** The folder that every recording was made in. */
const RECORDED_PROJECT = '/home/dev/acme'

/** The same text as if it had been recorded in `project`. */
export function relocate(text: string, project: string): string {
  return text.replaceAll(RECORDED_PROJECT, project)
}

/** A copy of a recording in `folder`, its files of lines and locks only, made in `project`: there a process can really run. */
export function relocateRecording(recording: Recording, folder: string, project: string): Recording {
  for (const name of readdirSync(recording.root, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(jsonl|lock)$/.test(name)) continue
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), relocate(readFileSync(join(recording.root, name), 'utf8'), project))
  }
  return { ...recording, root: folder, runs: relocateRuns(recording, project) }
}

export function relocateRuns(recording: Recording, project: string): Recording['runs'] {
  // What went out of this module's own JSON comes back with the same shape.
  return JSON.parse(relocate(JSON.stringify(recording.runs), project)) as Recording['runs']
}
