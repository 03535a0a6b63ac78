import type { contract } from '../../shared/contract'
import { RpcError } from '../../shared/fault'
import type { Handlers } from '../../shared/rpc'
import type { Engine, Target } from '../engine'
import { subjectOf, writeMarkdown } from '../markdown/writeMarkdown'
import { LastValue } from '../transcript/LastValue'
import { partOfText } from '../transcript/partOfText'
import { orFault } from './lookupFault'

type MarkdownCall = Pick<Handlers<typeof contract>, 'readMarkdown'>
type Stopped = Parameters<MarkdownCall['readMarkdown']>[1]

/** No string can be much longer. */
const LONGEST = 200_000_000

export function markdownCall(engine: () => Engine): MarkdownCall {
  const texts = new LastValue<string>()
  return {
    readMarkdown: async ({ from, ...target }, stopped) => {
      const current = engine()
      const name = JSON.stringify([target.run, target.key])
      const known = from > 0 ? texts.find(current, name) : undefined
      const text = known ?? (await markdownOf(current, target, stopped))
      const answer = partOfText(text, from)
      if (answer.next === null) texts.drop()
      else texts.keep(current, name, text)
      return answer
    },
  }
}

async function markdownOf(engine: Engine, target: Target, stopped: Stopped): Promise<string> {
  const tree = orFault(await engine.tree(target.run, 'seen'))
  const agent = subjectOf(tree, target)
  if (agent === undefined) throw new RpcError({ code: 'not_found', message: `no agent ${target.key} in ${target.run}` })
  const texts: string[] = []
  let length = 0
  const write = (text: string): void => {
    length += text.length
    if (length > LONGEST)
      throw new RpcError({ code: 'not_supported', message: `too long to be copied: the command line writes it to a file` })
    texts.push(text)
  }
  orFault(await writeMarkdown(engine, tree, agent, { write, stopped }))
  return texts.join('')
}
