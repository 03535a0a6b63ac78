import type { RunCommand } from '../command'
import { renderLinks } from '../links/renderLinks'
import { openTarget } from '../openTarget'
import { refuse, writeLines } from '../say'
import { writeJson } from '../writeJson'

export const listLinks: RunCommand = async (args, context) => {
  const found = await openTarget(context, args.operands[0] ?? '')
  if (!found.ok) return found.failure
  const { engine, target } = found.value
  const rows = await engine.links(target.run)
  if (!rows.ok) return refuse(context, rows.failure.message, 1)
  if (args.flags['json']) {
    await writeJson(context.out, rows.value)
    return 0
  }
  const tree = await engine.tree(target.run)
  const agents = tree.ok ? [...tree.value.agents, ...tree.value.unplaced] : []
  await writeLines(context, renderLinks(rows.value, agents, context.out.columns()))
  return 0
}
