import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorText } from '../../shared/errorText'
import { readSmallFile } from '../readSmallFile'
import { isRecord } from './parseSettings'

const LIMIT_BYTES = 1_000_000

type Fields = Readonly<Record<string, unknown>>

export interface SettingsFile {
  /** 'garbled': something is there that is no settings; null: there is none. */
  read(): Fields | 'garbled' | null
  /** Whether it is another file, or another content, than the one last read or written. */
  isChanged(): boolean
  /** Writes it whole or not at all. Returns why it could not. */
  write(fields: Fields): string | null
  /** Moves a file that cannot be used out of the way, so that nothing of it is lost. Null: it could not be moved. */
  setAside(): string | null
}

export function settingsFile(path: string): SettingsFile {
  let seen = ''
  return {
    read() {
      seen = stampOf(path)
      const read = readSmallFile(path, LIMIT_BYTES)
      if (!read.ok) return read.failure.kind === 'gone' ? null : 'garbled'
      return parse(read.value.text) ?? 'garbled'
    },
    isChanged: () => stampOf(path) !== seen,
    write(fields) {
      const temporary = `${path}.${process.pid}.tmp`
      try {
        mkdirSync(dirname(path), { recursive: true })
        writeWhole(temporary, `${JSON.stringify(fields, null, 2)}\n`)
        renameSync(temporary, path)
        seen = stampOf(path)
        return null
      } catch (error) {
        remove(temporary)
        return errorText(error)
      }
    },
    setAside() {
      let n = 1
      while (existsSync(`${path}.bad-${n}`)) n++
      try {
        renameSync(path, `${path}.bad-${n}`)
        return `${path}.bad-${n}`
      } catch {
        return null
      }
    },
  }
}

function parse(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** On the disk before it takes the old one's place: after a power cut there is one or the other. */
function writeWhole(path: string, text: string): void {
  const handle = openSync(path, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // A folder that cannot be written cannot be tidied either; the first failure is the one worth telling.
  }
}

function stampOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return 'none'
  }
}
