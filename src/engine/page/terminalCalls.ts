import type { contract } from '../../shared/contract'
import type { LaunchId } from '../../shared/drive/launch'
import { RpcError } from '../../shared/fault'
import type { Handlers } from '../../shared/rpc'
import type { HeldTerminal } from '../drive/deskKeeper'
import type { Page } from './page'
import type { HostDoor } from './pageHost'

export type TerminalCalls = Pick<
  Handlers<typeof contract>,
  'followTerminal' | 'unfollowTerminal' | 'tookTerminal' | 'typeTerminal' | 'resizeTerminal'
>

/** The terminals of sessions that were started here, for one page. */
export function terminalCalls({ desk, answered }: HostDoor, page: Page): TerminalCalls {
  const terminalOf = (id: LaunchId): HeldTerminal => {
    const launch = desk.launch(id)
    const terminal = launch && desk.terminal(launch)
    if (!terminal) throw new RpcError({ code: 'not_found', message: 'there is no such terminal any more' })
    return terminal
  }
  return {
    followTerminal: async ({ launch, from }) => {
      page.terminals.follow(launch, terminalOf(launch), from)
      return {}
    },
    unfollowTerminal: async ({ launch }) => {
      page.terminals.unfollow(launch)
      return {}
    },
    tookTerminal: async ({ launch, to }) => {
      page.terminals.took(launch, to)
      return {}
    },
    typeTerminal: async ({ launch, data, answers }) => {
      if (answers !== null && !answered.claim(launch, answers)) return { refusal: null }
      const typed = await terminalOf(launch).type(data)
      return { refusal: typed.ok ? null : typed.failure.message }
    },
    resizeTerminal: async ({ launch, columns, rows }) => {
      await terminalOf(launch).resize(Math.max(1, columns), Math.max(1, rows))
      return {}
    },
  }
}
