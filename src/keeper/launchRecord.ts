import { appendFileSync, closeSync, openSync } from 'node:fs'
import type { StartRequest } from '../shared/keeperMessages'
import type { LaunchState } from '../shared/launchState'
import { type LaunchFiles, makePrivateFolder, writePrivateFile } from './keeperFolders'

export interface LaunchRecord {
  readonly files: LaunchFiles
  readonly state: LaunchState
  /** Written down at once, then told. */
  change(part: Partial<LaunchState>): void
  /** Kept, so that what was asked and answered can be told again after a restart. */
  noteSent(text: string): void
}

/** Throws where the folder cannot be written. */
export function openLaunchRecord(
  request: StartRequest,
  files: LaunchFiles,
  onChange: (state: LaunchState) => void,
): LaunchRecord {
  makePrivateFolder(files.folder)
  for (const path of [files.out, files.err, files.in]) closeSync(openSync(path, 'a', 0o600))
  let state: LaunchState = {
    format: 1,
    id: request.launch,
    mode: request.terminal ? 'terminal' : 'piped',
    pid: null,
    procStart: null,
    startedAt: Date.now(),
    argv: [request.file, ...request.args],
    cwd: request.cwd,
    note: request.note,
    stoppedBecause: null,
    isKept: request.isKept,
    exited: null,
    failed: null,
    outFrom: 0,
    asks: null,
  }
  const write = (): void => writePrivateFile(files.state, `${JSON.stringify(state)}\n`)
  write()
  return {
    files,
    get state() {
      return state
    },
    change(part) {
      state = { ...state, ...part }
      try {
        write()
      } catch {
        // A full disk or a folder that someone deleted must not end what runs; who is connected is told all the same.
      }
      onChange(state)
    },
    noteSent(text) {
      appendFileSync(files.in, `${JSON.stringify({ at: Date.now(), text })}\n`, { mode: 0o600 })
    },
  }
}
