import type { ShellWishes } from '../engine/page/pageHost'
import { RpcError } from '../shared/fault'
import type { ShellInfo } from '../shared/shellInfo'

/** What a page in a browser can have: links and notifications it sees to itself; nothing may act on this machine in its name. */
export function browserWishes(version: string, platform: ShellInfo['platform']): ShellWishes {
  const refuse = (): Promise<never> =>
    Promise.reject(new RpcError({ code: 'not_supported', message: 'A page in a browser cannot do this: use the app.' }))
  return {
    info: { version, kind: 'browser', platform, can: { openLink: false, revealFile: false, chooseFolder: false, notify: true } },
    openLink: refuse,
    revealFile: refuse,
    chooseFolder: refuse,
  }
}
