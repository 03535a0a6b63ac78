import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import type * as NodePty from '@lydell/node-pty'

export type Terminals = Pick<typeof NodePty, 'spawn'>

/** Loaded when the first terminal is wanted: it brings a native binary, which cannot be bundled and lies in out/pty. */
export function loadTerminals(): Terminals {
  const require = createRequire(import.meta.url)
  const copied = copiedPackage(import.meta.dirname)
  const loaded: Terminals = require(copied ?? '@lydell/node-pty')
  return loaded
}

/** Above this file in the bundle, chunks included; null: in the sources. */
function copiedPackage(start: string): string | null {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    // The system loads libraries from files only, not from an installed app's archive.
    const place = join(folder, 'pty', 'node-pty').replace(`.asar${sep}`, `.asar.unpacked${sep}`)
    if (existsSync(join(place, 'index.js'))) return place
  }
  return null
}
