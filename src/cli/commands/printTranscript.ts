import type { RunCommand } from '../command'
import { openTarget } from '../openTarget'
import { refuse, say, writeLines } from '../say'
import { renderItems } from '../transcript/renderItems'
import { writeJson } from '../writeJson'

export const printTranscript: RunCommand = async (args, context) => {
  const found = await openTarget(context, args.operands[0] ?? '')
  if (!found.ok) return found.failure
  const { before, limit } = args.flags
  const page = await found.value.engine.transcript(found.value.target, {
    before: typeof before === 'number' ? before : null,
    limit: typeof limit === 'number' ? limit : 100,
  })
  if (!page.ok) return refuse(context, page.failure.message, 1)
  if (args.flags['json']) {
    await writeJson(context.out, page.value)
    return 0
  }
  await writeLines(context, renderItems(page.value.items, context.out.columns()))
  const { from, total, items } = page.value
  if (items.length === 0) await say(context, total === 0 ? 'nothing recorded yet.' : `no items there; there are ${total}.`)
  else if (from > 0)
    await say(context, `items ${from} to ${from + items.length - 1} of ${total}; --before ${from} shows earlier ones.`)
  return 0
}
