import { measureRun } from '../../shared/measureRun'
import type { RunCommand } from '../command'
import { openTarget } from '../openTarget'
import { refuse, writeLines } from '../say'
import { renderStats } from '../stats/renderStats'
import { writeJson } from '../writeJson'

export const printStats: RunCommand = async (args, context) => {
  const found = await openTarget(context, args.operands[0] ?? '')
  if (!found.ok) return found.failure
  const tree = await found.value.engine.tree(found.value.target.run)
  if (!tree.ok) return refuse(context, tree.failure.message, 1)
  const stats = measureRun(tree.value)
  if (args.flags['json']) await writeJson(context.out, stats)
  else {
    const settings = { width: context.out.columns(), now: context.now(), home: context.home }
    await writeLines(context, renderStats(tree.value, stats, settings))
  }
  return 0
}
