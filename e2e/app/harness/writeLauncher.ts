import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../../../test/harness/recordings'

const gate = join(PROJECT, 'scripts', 'holdPlaywright.mjs')

/** A program for Playwright to start in place of `executable`, which it starts in turn. Returns its path, below `folder`. */
export function writeLauncher(folder: string, executable: string): string {
  const path = join(folder, 'launch')
  const words = [process.execPath, gate, executable].map((word) => `'${word.replaceAll("'", "'\\''")}'`)
  writeFileSync(path, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 })
  return path
}
