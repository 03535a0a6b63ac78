import type { ShellInfo } from './shellInfo'

/** Node's word for a system in the words of the contract. */
export function platformName(platform: string): ShellInfo['platform'] {
  return platform === 'linux' || platform === 'darwin' || platform === 'win32' ? platform : 'other'
}
