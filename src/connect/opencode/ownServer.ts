import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asId, asObject, parseJson } from '../../core/readJson'
import { type ProcessFolder, parentOf, startOf, systemProcesses } from '../processes/ownProcesses'
import { knownPassword } from './drive/servePassword'
import { basicAuthorization } from './server/nameServers'
import type { FoundServer } from './server/serverFinder'

/** The kernel's clock may be set anew between two looks. */
const SLACK_MS = 2000

/** Says where a server of ours is, for every program of ours that listens to servers. */
export async function noteOwnServer(
  stateFolder: string,
  { url, pid }: { readonly url: string; readonly pid: number },
  processes: ProcessFolder = systemProcesses,
): Promise<void> {
  const folder = notesIn(stateFolder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const other = Number.parseInt(name, 10)
    if (startOf(other, processes) === null) await rm(join(folder, name), { force: true })
  }
  const path = join(folder, `${pid}.json`)
  const aside = `${path}.${process.pid}`
  await writeFile(aside, JSON.stringify({ url, startedAt: startOf(pid, processes) }), { mode: 0o600 })
  await rename(aside, path)
}

/** The header for a server of ours; null: this is another one. Our password must never go to whoever has taken its port or its number. */
export async function ownAuthorization(
  stateFolder: string,
  { url, pid }: FoundServer,
  processes: ProcessFolder = systemProcesses,
): Promise<string | null> {
  if (pid === null) return null
  // A starter's script may stand between us and the program.
  for (const one of [pid, parentOf(pid, processes)]) {
    if (one !== null && (await isNoted(stateFolder, one, url, processes))) {
      return basicAuthorization(undefined, (await knownPassword(stateFolder)) ?? undefined)
    }
  }
  return null
}

async function isNoted(stateFolder: string, pid: number, url: string, processes: ProcessFolder): Promise<boolean> {
  const text = await readFile(join(notesIn(stateFolder), `${pid}.json`), 'utf8').catch(() => '')
  const note = asObject(parseJson(text))
  const began = startOf(pid, processes)
  const startedAt = note?.['startedAt']
  if (asId(note?.['url']) !== url || began === null || typeof startedAt !== 'number') return false
  return Math.abs(began - startedAt) <= SLACK_MS
}

function notesIn(stateFolder: string): string {
  return join(stateFolder, 'opencode-servers')
}
