import { readdirSync } from 'node:fs'
import { keeperFolders, launchFiles } from '../../keeper/keeperFolders'
import { HeldId } from '../../shared/ids'
import { LaunchState } from '../../shared/launchState'
import { readSmallFile } from '../readSmallFile'

/** More than the longest command line that a system takes. */
const LIMIT_BYTES = 8 * 1024 * 1024

/** What the folders say of everything that was launched; folders without a word of ours are passed over. */
export function readLaunches(home: string): readonly LaunchState[] {
  let names: readonly string[]
  try {
    names = readdirSync(keeperFolders(home).launches)
  } catch {
    return []
  }
  return names.flatMap((name) => {
    const id = HeldId.safeParse(name)
    const state = id.success ? readLaunch(home, id.data) : null
    return state ? [state] : []
  })
}

export function readLaunch(home: string, id: HeldId): LaunchState | null {
  const read = readSmallFile(launchFiles(home, id).state, LIMIT_BYTES)
  if (!read.ok) return null
  try {
    const parsed = LaunchState.safeParse(JSON.parse(read.value.text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
