import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isPidAlive } from '../isPidAlive'

/** A folder of this process that plays the home of all providers for a while. */
export async function makeDemoFolder(stateFolder: string): Promise<string> {
  await mkdir(stateFolder, { recursive: true })
  return mkdtemp(join(stateFolder, `demo-${process.pid}-`))
}

export async function removeDemoFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

/** What a process that was killed could not clean up. */
export async function sweepDemoFolders(stateFolder: string): Promise<void> {
  const names = await readdir(stateFolder).catch(() => [])
  for (const name of names) {
    const pid = /^demo-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isPidAlive(Number(pid))) await removeDemoFolder(join(stateFolder, name))
  }
}
