import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SHORTEST = 32

/**
 * The password of the one server of ours. It must outlive this program, for the server does; so it lies beside the keeper's own token,
 * readable for this user alone.
 */
export async function servePassword(stateFolder: string): Promise<string> {
  const path = passwordFile(stateFolder)
  const known = await knownPassword(stateFolder)
  if (known !== null) return known
  await mkdir(stateFolder, { recursive: true, mode: 0o700 })
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  // Put there whole: another program of ours may read it in this very moment.
  await writeFile(aside, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  try {
    await link(aside, path).catch(() => undefined)
    const settled = await knownPassword(stateFolder)
    if (settled !== null) return settled
    // What lies there is no password.
    await rm(path, { force: true })
    await link(aside, path).catch(() => undefined)
    return await readFile(path, 'utf8')
  } finally {
    await rm(aside, { force: true })
  }
}

export function passwordFile(stateFolder: string): string {
  return join(stateFolder, 'opencode-server.key')
}

/** Null: none was made yet. */
export async function knownPassword(stateFolder: string): Promise<string | null> {
  const text = await readFile(passwordFile(stateFolder), 'utf8').catch(() => null)
  return text !== null && text.length >= SHORTEST ? text : null
}
