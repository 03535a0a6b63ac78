import { asObject, asWord, parseJson } from '../../../core/readJson'
import { openToRead } from './readOutlines'

const HEAD_BYTES = 256 * 1024

/** The folder that a transcript began in, by the first record that says one. */
export async function firstFolder(path: string): Promise<string | null> {
  try {
    const handle = await openToRead(path)
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(HEAD_BYTES), 0, HEAD_BYTES, 0)
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
      for (const line of lines) {
        const cwd = asWord(asObject(parseJson(line))?.['cwd'])
        if (cwd !== undefined) return cwd
      }
      return null
    } finally {
      await handle.close()
    }
  } catch {
    return null
  }
}
