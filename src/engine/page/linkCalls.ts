import type { contract } from '../../shared/contract'
import type { LinkChangeAnswer, LinkChanged, LinkRefusal } from '../../shared/linkChange'
import type { Result } from '../../shared/result'
import type { Handlers } from '../../shared/rpc'
import type { Engine } from '../engine'
import { orFault } from './lookupFault'
import { takeFitting } from './takePortion'

type LinkCalls = Pick<Handlers<typeof contract>, 'listLinks' | 'changeLink' | 'undoLink' | 'redoLink'>

/** `engine`: the one of the moment, for settings and demos replace it. */
export function linkCalls(engine: () => Engine): LinkCalls {
  return {
    listLinks: async ({ run, key }) => {
      const rows = orFault(await engine().links(run, 'seen'))
      return takeFitting(key === null ? rows : rows.filter((row) => row.key === key))
    },
    changeLink: async ({ run, key, change, isDryRun }) => answer(await engine().changeLink(run, key, change, { isDryRun })),
    undoLink: async ({ run }) => answer(await engine().undoLink(run)),
    redoLink: async ({ run }) => answer(await engine().redoLink(run)),
  }
}

function answer(result: Result<LinkChanged, LinkRefusal>): LinkChangeAnswer {
  return result.ok ? { ok: true, ...result.value } : { ok: false, ...result.failure }
}
