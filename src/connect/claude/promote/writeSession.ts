import { constants } from 'node:fs'
import { type FileHandle, link, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface NewSession {
  readonly project: string
  readonly session: string
  readonly lines: AsyncIterable<string>
}

const BATCH_LETTERS = 1 << 20
const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/**
 * The file of a new session, whole or not at all: it is written under a name that no CLI reads and gets its own only when it is
 * complete and on the disk. Whatever fails, only what was made here is taken away again. Throws as writing does.
 */
export async function writeSession({ project, session, lines }: NewSession): Promise<string> {
  const file = join(project, `${session}.jsonl`)
  const part = `${file}.part`
  const made = await mkdir(project, { recursive: true, mode: PRIVATE_FOLDER })
  try {
    const handle = await open(part, 'wx', PRIVATE_FILE)
    try {
      await writeAll(handle, lines).finally(() => handle.close())
      await giveName(part, file)
    } finally {
      await rm(part, { force: true })
    }
    await flushFolder(project)
    return file
  } catch (error) {
    if (made !== undefined) await removeEmpty(project, dirname(made))
    throw error
  }
}

async function writeAll(handle: FileHandle, lines: AsyncIterable<string>): Promise<void> {
  let batch = ''
  for await (const line of lines) {
    batch += line
    if (batch.length < BATCH_LETTERS) continue
    await handle.writeFile(batch)
    batch = ''
  }
  await handle.writeFile(batch)
  await handle.sync()
}

/** A link refuses a name that is taken; file systems without links are asked first. */
async function giveName(part: string, file: string): Promise<void> {
  try {
    await link(part, file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error
    const isTaken = await stat(file).then(
      () => true,
      () => false,
    )
    if (isTaken) throw error
    await rename(part, file)
  }
}

/** Without it a crash may lose the name of a file whose bytes are safe. */
async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY)
    await handle.sync().finally(() => handle.close())
  } catch {
    // Some systems flush no folders.
  }
}

async function removeEmpty(folder: string, above: string): Promise<void> {
  try {
    for (let at = folder; at !== above && at.startsWith(above); at = dirname(at)) await rmdir(at)
  } catch {
    // Somebody else has put something there meanwhile.
  }
}
