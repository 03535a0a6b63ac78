import { ok } from '../../shared/result'
import type { RunCommand } from '../command'
import { openTarget } from '../openTarget'
import { refuse, say, writeLines } from '../say'
import { readRaw } from '../transcript/readRaw'
import { renderItems } from '../transcript/renderItems'
import { withRaw } from '../transcript/withRaw'
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
  const raw = args.flags['raw'] ? await readRaw(found.value.engine, found.value.target, page.value) : ok([])
  if (!raw.ok) return refuse(context, raw.failure.message, 1)
  const entries = withRaw(page.value.items, raw.value)
  if (args.flags['json']) {
    await writeJson(context.out, { ...page.value, items: entries })
    return 0
  }
  await writeLines(context, renderItems(entries, context.out.columns()))
  const { from, total, items } = page.value
  if (entries.length === 0) await say(context, total === 0 ? 'nothing recorded yet.' : `no items there; there are ${total}.`)
  else if (from > 0 && items.length > 0)
    await say(context, `items ${from} to ${from + items.length - 1} of ${total}; --before ${from} shows earlier ones.`)
  return 0
}
