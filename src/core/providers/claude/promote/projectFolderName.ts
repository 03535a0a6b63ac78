import { isAtLeast } from '../../../isAtLeast'

const LONGEST = 200

/** The folder below `projects` that sessions of a working folder lie in, by the CLI's own rule. */
export function projectFolderName(cwd: string, version: string | null): string {
  const name = cwd.replaceAll(/[^a-zA-Z0-9]/g, '-')
  if (name.length <= LONGEST || isAtLeast(version, [2, 1, 0]) === false) return name
  let hash = 0
  for (let i = 0; i < cwd.length; i++) hash = (Math.imul(hash, 31) + cwd.charCodeAt(i)) | 0
  return `${name.slice(0, LONGEST)}-${Math.abs(hash).toString(36)}`
}
