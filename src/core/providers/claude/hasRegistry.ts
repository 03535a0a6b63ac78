import { isAtLeast } from '../../isAtLeast'
import { FIRST_REGISTERED } from './names'

/** Later releases write `sessions/<pid>.json`; of the older ones only the process itself tells. */
export function hasRegistry(version: string | null): boolean {
  return isAtLeast(version, FIRST_REGISTERED) ?? true
}

/** It names itself `claude` once it runs; before that, and under some starters, the script's path says so. */
export function isOwnProgram(argv: readonly string[]): boolean {
  return argv.slice(0, 3).some((word) => /(^|[/\\])claude(\.exe)?$/.test(word) || /[/\\]claude-code[/\\]/.test(word))
}
