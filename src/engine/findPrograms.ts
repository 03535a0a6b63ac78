import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A running program with what it was started as. */
export interface RunningProgram {
  readonly pid: number
  readonly argv: readonly string[]
  readonly cwd: string
}

/** Every program of this user whose command line passes, from /proc; elsewhere nothing can be said, so nothing is. */
export function findPrograms(isWanted: (argv: readonly string[]) => boolean, procFolder = '/proc'): RunningProgram[] {
  let names: string[]
  try {
    names = readdirSync(procFolder)
  } catch {
    return []
  }
  const found: RunningProgram[] = []
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue
    try {
      const argv = readFileSync(`${procFolder}/${name}/cmdline`, 'utf8').split('\0')
      if (isWanted(argv)) found.push({ pid: Number(name), argv, cwd: readlinkSync(`${procFolder}/${name}/cwd`) })
    } catch {
      // Gone between two looks, or another user's: neither is a session of ours.
    }
  }
  return found
}
