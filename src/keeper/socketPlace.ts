import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { keeperFolders, makePrivateFolder } from './keeperFolders'

/** The system cuts longer ones off without a word: 108 bytes with the closing zero on Linux, 104 on macOS. */
const MAX_BYTES = 103

/** Where the keeper of this home listens. Makes the folder, which nobody else may enter. */
export function socketPlace(home: string, platform: NodeJS.Platform = process.platform): string {
  const mark = createHash('sha256').update(home).digest('hex').slice(0, 24)
  if (platform === 'win32') return `\\\\.\\pipe\\understory-keeper-${mark}`
  const { own } = keeperFolders(home)
  makePrivateFolder(own)
  const usual = join(own, 'socket')
  if (Buffer.byteLength(usual) <= MAX_BYTES) return usual
  const name = `understory-${process.getuid?.() ?? 'user'}-${mark}`
  const short = [tmpdir(), '/tmp']
    .map((folder) => join(folder, name, 'socket'))
    .find((path) => Buffer.byteLength(path) <= MAX_BYTES)
  if (short === undefined) throw new Error(`no place for a socket is short enough: ${usual}`)
  // Anybody may make folders there, and with this one's name too: then making it ours fails, or the look at it says so.
  makePrivateFolder(dirname(short))
  if (!isOwnPlace(short, platform)) throw new Error(`${dirname(short)} belongs to somebody else`)
  return short
}

/** The folder around it is a real one, ours, and closed to others. */
export function isOwnPlace(socket: string, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'win32') return true
  try {
    const stats = lstatSync(dirname(socket))
    return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0
  } catch {
    return false
  }
}
