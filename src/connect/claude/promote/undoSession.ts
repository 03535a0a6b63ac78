import { rm, stat } from 'node:fs/promises'

/** Takes away a session that was just written, for a program that then could not be started; not one that somebody has gone on with. */
export async function undoSession(file: string): Promise<() => Promise<void>> {
  const written = await printOf(file)
  return async () => {
    if (written !== null && (await printOf(file)) === written) await rm(file, { force: true })
  }
}

async function printOf(file: string): Promise<string | null> {
  try {
    const { ino, size, mtimeMs } = await stat(file)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return null
  }
}
