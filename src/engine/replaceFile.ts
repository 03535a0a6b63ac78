import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorText } from '../shared/errorText'

/** Written beside and renamed: a reader sees the old state or the new one. Says why it could not be kept; null: it was. */
export function replaceFile(path: string, write: (temporary: string) => void, folderMode?: number): string | null {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    mkdirSync(dirname(path), { recursive: true, ...(folderMode === undefined ? {} : { mode: folderMode }) })
    write(temporary)
    renameSync(temporary, path)
    return null
  } catch (error) {
    try {
      rmSync(temporary, { force: true })
    } catch {
      // A folder that cannot be written cannot be tidied either; the first failure is the one worth telling.
    }
    return errorText(error)
  }
}
