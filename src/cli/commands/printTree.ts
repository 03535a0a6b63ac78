import type { RunCommand } from '../command'
import { openTarget } from '../openTarget'
import { refuse, sayProblems, writeLines } from '../say'
import { renderTree } from '../tree/renderTree'
import { writeJson } from '../writeJson'

export const printTree: RunCommand = async (args, context) => {
  const found = await openTarget(context, args.operands[0] ?? '')
  if (!found.ok) return found.failure
  const tree = await found.value.engine.tree(found.value.target.run)
  if (!tree.ok) return refuse(context, tree.failure.message, 1)
  if (args.flags['json']) await writeJson(context.out, tree.value)
  else {
    const settings = {
      width: context.out.columns(),
      now: context.now(),
      home: context.home,
      pauses: found.value.engine.pauses,
    }
    await writeLines(context, renderTree(tree.value, settings))
  }
  await sayProblems(context, tree.value)
  return 0
}
