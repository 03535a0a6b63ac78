import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of package.json and resources/: above this file both in the sources and in the bundle, chunks included. */
export function productFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) return import.meta.dirname
    folder = parent
  }
  return folder
}
