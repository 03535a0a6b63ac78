import type { RunCommand } from '../command'
import { renderDoctor } from '../doctor/renderDoctor'
import { writeLines } from '../say'
import { writeJson } from '../writeJson'

export const printDoctor: RunCommand = async (args, context) => {
  const engine = await context.engine()
  const report = await engine.doctor({ asksKeeper: true })
  if (args.flags['json']) await writeJson(context.out, report)
  else await writeLines(context, renderDoctor(report, context.home, context.out.columns()))
  return 0
}
