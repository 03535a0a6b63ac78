import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A program that does what these lines of shell say. */
export function writeProgram(folder: string, lines: string): string {
  const path = join(folder, 'stand-in')
  writeFileSync(path, `#!/bin/sh\n${lines}\n`)
  chmodSync(path, 0o755)
  return path
}
