import type { ShellWishes } from '../engine/page/pageHost'
import { type Fault, RpcError } from '../shared/fault'
import type { Result } from '../shared/result'
import type { ShellInfo } from '../shared/shellInfo'
import type { FromEngine, Wish } from './engineMessages'

interface WishesOverMain {
  of(page: number, info: ShellInfo): ShellWishes
  settle(id: number, answer: Result<string | null, Fault>): void
}

/** Native wishes go to main, which checks them again and answers by number. */
export function wishesOverMain(tell: (message: FromEngine) => void): WishesOverMain {
  const pending = new Map<number, (answer: Result<string | null, Fault>) => void>()
  let nextId = 0
  const ask = (page: number, wish: Wish): Promise<string | null> =>
    new Promise((resolve, reject) => {
      const id = nextId++
      pending.set(id, (answer) => (answer.ok ? resolve(answer.value) : reject(new RpcError(answer.failure))))
      tell({ kind: 'wish', id, page, wish })
    })
  return {
    of: (page, info) => ({
      info,
      openLink: async (url) => void (await ask(page, { kind: 'openLink', url })),
      revealFile: async (path) => void (await ask(page, { kind: 'revealFile', path })),
      chooseFolder: (title) => ask(page, { kind: 'chooseFolder', title }),
    }),
    settle(id, answer) {
      pending.get(id)?.(answer)
      pending.delete(id)
    },
  }
}
