import type { Driver } from '../../core/drive/driver'
import { ladderOf } from '../../core/drive/ladderOf'
import type { ProductAct } from '../../core/drive/productAct'
import type { OfferedAct } from '../../shared/drive/offeredAct'
import { ok, type Result } from '../../shared/result'
import type { LookupFailure, Target } from '../engine'
import type { Variables } from '../settingsFromEnvironment'
import { actCommands } from './actCommands'
import { findTarget, type TargetSources } from './findTarget'
import type { ProgramFinder } from './programFinder'

export interface ActSources extends TargetSources {
  readonly drivers: readonly Driver[]
  readonly programs: ProgramFinder
  readonly labelOf: (provider: string) => string
  readonly env: Variables
}

/**
 * Everything that can be done with a run or an agent, the strongest first, and why not where not. Asked at every press on an agent, so
 * what is seen is enough: whoever acts looks again before.
 */
export async function listActs(sources: ActSources, wished: Target): Promise<Result<OfferedAct[], LookupFailure>> {
  const found = await findTarget(sources, wished, 'seen')
  if (!found.ok) return found
  const { provider, target, uri, isRoot, at } = found.value
  const label = sources.labelOf(provider)
  const driver = sources.drivers.find((one) => one.provider === provider)
  const program = driver ? await sources.programs.find(driver, label) : null
  const own = sources.ownOf(at.run)
  const word = program?.ok ? sources.programs.word(program.value.path) : null
  const typed = (act: ProductAct): ProductAct =>
    act.argv === null || word === null ? act : { ...act, argv: [word, ...act.argv.slice(1)] }
  const place = { provider, root: sources.roots[provider] ?? null, folder: target.folder, env: sources.env }
  const commands = actCommands(place)
  return ok(
    ladderOf({
      ...{ label, uri, isRoot, isWorking: target.isWorking },
      acts: driver && program?.ok ? driver.acts(target, program.value).map(typed) : null,
      whyNone: program && !program.ok ? `${program.failure.message} ${program.failure.advice}` : null,
      own: own && { way: own.record.way, can: own.can() },
      origin: (how) => ({ how, run: wished.run, key: wished.key, at: null }),
      ...{ pasted: commands.product, pastedOwn: commands.own },
    }),
  )
}
