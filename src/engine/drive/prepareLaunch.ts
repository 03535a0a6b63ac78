import { checkWish } from '../../core/drive/checkWish'
import type { DriveGround, DrivePlan, Driver, DriveWish, ProgramAt } from '../../core/drive/driver'
import { firstMessage } from '../../core/drive/firstMessage'
import { joinHindrance } from '../../core/drive/joinHindrance'
import { measureContext } from '../../core/drive/measureContext'
import { quoteCommand } from '../../core/drive/quoteCommand'
import type { LaunchPlan, LaunchRefusal } from '../../shared/drive/launchPlan'
import type { LaunchOrigin, LaunchWish } from '../../shared/drive/launchWish'
import { oneLine } from '../../shared/neutraliseText'
import { fail, ok, type Result } from '../../shared/result'
import type { Engine } from '../engine'
import { checkFolder } from './checkFolder'
import { type FoundTarget, findCut, findTarget, type TargetSources } from './findTarget'
import type { LaunchDraft } from './LaunchGround'
import type { ProgramFinder } from './programFinder'
import { liveRefusal, programRefusal, refusal } from './refusals'
import { type RenderedContext, renderContext } from './renderContext'
import { shortCommand } from './shortCommand'
import { toldOnce } from './toldOnce'

export interface PrepareSources {
  readonly drivers: readonly Driver[]
  readonly labelOf: (provider: string) => string
  readonly programs: ProgramFinder
  readonly home: string
  /** Null: a demo is shown, or nothing is read yet. */
  readonly engine: () => Engine | null
  readonly roots: () => TargetSources['roots']
  readonly ownOf: TargetSources['ownOf']
  readonly serving: TargetSources['serving']
  readonly groundOf: (provider: string) => DriveGround
}

/** A wish with everything found that it names, and the product's own plan for it. */
export interface Prepared {
  readonly driver: Driver
  readonly program: ProgramAt
  readonly wish: DriveWish
  readonly plan: DrivePlan
  readonly shown: LaunchPlan
  /** Program first: what a person types where nobody of ours is there. Null: the product has no command for it. */
  readonly alone: readonly string[] | null
  readonly draft: LaunchDraft
  /** The session that will be written on; null: a new one. */
  readonly session: { readonly run: string; readonly uri: string } | null
}

/** Looks at everything once more, every time: between a plan and its start the world may have changed. Writes nothing. */
export async function prepareLaunch(sources: PrepareSources, wish: LaunchWish): Promise<Result<Prepared, LaunchRefusal>> {
  const label = sources.labelOf(wish.provider)
  const driver = sources.drivers.find((one) => one.provider === wish.provider)
  if (!driver) return fail(refusal('not_possible', `Runs of ${label} cannot be started from here.`))
  const engine = sources.engine()
  if (!engine)
    return fail(refusal('not_possible', 'A demo is playing: nothing is started in it.', { advice: 'Leave the demo first.' }))
  const wrong = checkWish(wish)
  if (wrong !== null) return fail(refusal('bad_value', wrong))
  const folder = await checkFolder(wish.folder, sources.home)
  if (!folder.ok) return fail(refusal('no_folder', folder.failure, { advice: 'Choose another folder.' }))
  const program = await sources.programs.find(driver, label)
  if (!program.ok) return fail(programRefusal(program.failure, driver.program.howToGet))
  const unfit = unfitValue(driver, wish, program.value, label)
  if (unfit !== null) return fail(refusal('bad_value', unfit))
  const origin = wish.origin === null ? ok(null) : await findOrigin(sources, engine, wish, wish.origin)
  if (!origin.ok) return origin
  return planFor(sources, { driver, program: program.value, wish: { ...wish, folder: folder.value }, origin: origin.value })
}

function unfitValue(driver: Driver, wish: LaunchWish, program: ProgramAt, label: string): string | null {
  if (!driver.ways.includes(wish.way))
    return `${label} cannot be started ${wish.way === 'terminal' ? 'in a terminal' : 'headless'}.`
  if (wish.mode === null) return null
  const modes = driver.modes(program.version).map(({ id }) => id)
  if (modes.includes(wish.mode)) return null
  return `${label} ${program.version} has no permission mode "${oneLine(wish.mode)}"; it has ${modes.join(', ')}.`
}

interface Origin {
  readonly found: FoundTarget
  readonly how: LaunchOrigin['how']
  readonly at: number | null
  readonly cut: Awaited<ReturnType<typeof findCut>> | null
  readonly rendered: RenderedContext | null
}

async function findOrigin(
  sources: PrepareSources,
  engine: Engine,
  wish: LaunchWish,
  { how, run, key, at }: LaunchOrigin,
): Promise<Result<Origin, LaunchRefusal>> {
  const { roots, ownOf, serving, labelOf } = sources
  const found = await findTarget({ engine, roots: roots(), ownOf, serving }, { run, key })
  if (!found.ok) return fail(refusal('not_found', `What it was to go on from is not there: ${found.failure.message}.`))
  const { provider, target, at: place, title } = found.value
  if (how !== 'render' && provider !== wish.provider) {
    const message = `${labelOf(wish.provider)} cannot take up a run of ${labelOf(provider)}.`
    return fail(refusal('not_possible', message, { advice: 'Start a new run with its context instead.', offers: ['render'] }))
  }
  // Whether an agent of a session of ours can be written to beside it is the product's to say.
  if (how === 'resume' && (target.owner.kind === 'foreign' || (target.owner.kind === 'ours' && target.agent === null)))
    return fail(liveRefusal(target.owner))
  const joined = how === 'join' ? joinHindrance(wish, target.owner) : null
  if (joined) return fail(joined)
  const cut = at === null ? null : await findCut(engine, place, at)
  if (cut && !cut.ok) return fail(refusal('not_found', `It cannot be cut there: ${cut.failure.message}.`))
  const rendered = how === 'render' ? await renderContext(engine, { target: place, at, title }) : null
  if (rendered && !rendered.ok) return fail(refusal('not_found', `Its transcript cannot be read: ${rendered.failure.message}.`))
  return ok({ found: found.value, how, at, cut, rendered: rendered?.value ?? null })
}

interface Gathered {
  readonly driver: Driver
  readonly program: ProgramAt
  readonly wish: LaunchWish
  readonly origin: Origin | null
}

async function planFor(sources: PrepareSources, gathered: Gathered): Promise<Result<Prepared, LaunchRefusal>> {
  const { driver, program, wish, origin } = gathered
  const driveWish: DriveWish = {
    ...wish,
    origin: origin && {
      ...{ how: origin.how, at: origin.at, target: origin.found.target },
      cut: origin.cut?.ok ? origin.cut.value : null,
    },
    rendered: origin?.rendered?.text ?? null,
  }
  const plan = await driver.plan(sources.groundOf(wish.provider), driveWish, program)
  if (!plan.ok) return plan
  const word = sources.programs.word(program.path)
  const argv = [word, ...plan.value.shown.argv.slice(1)]
  const shown: LaunchPlan = { ...plan.value.shown, argv, command: quoteCommand(argv) }
  const title = wish.prompt.trim() === '' ? (origin?.found.title ?? sources.labelOf(wish.provider)) : wish.prompt
  return ok({
    ...{ driver, program, wish: driveWish, plan: { ...plan.value, shown } },
    alone: aloneOf(driver, plan.value, driveWish, word),
    shown: { ...shown, context: await contextOf(sources, gathered, shown.context) },
    draft: {
      ...{ provider: wish.provider, way: wish.way, title: shorten(title), folder: shown.folder },
      ...{ command: shortCommand(shown.command), word, firstWords: wish.way === 'headless' ? firstMessage(driveWish) : '' },
      origin: origin && wish.origin && { run: wish.origin.run, key: wish.origin.key, how: origin.how, from: origin.found.uri },
    },
    session: origin?.how === 'resume' ? { run: origin.found.target.run, uri: origin.found.at.run } : null,
  })
}

function aloneOf(driver: Driver, plan: DrivePlan, wish: DriveWish, word: string): readonly string[] | null {
  const own = driver.alone ? driver.alone(plan, wish) : plan.shown.argv.slice(1)
  return own === null ? null : [word, ...own]
}

/** What its product tells as one number is told by kind. */
async function contextOf(
  { engine }: PrepareSources,
  { wish, origin }: Gathered,
  context: LaunchPlan['context'],
): Promise<LaunchPlan['context']> {
  if (context === null || origin === null) return context ?? origin?.rendered?.context ?? null
  const reader = engine()
  const told = reader && (await toldOnce(reader, origin.found.at, context.bytes))
  if (!told?.ok) return context
  // Another model may take more, or less.
  const limit = wish.model === null ? origin.found.limit : null
  return measureContext({ items: told.value, at: origin.at, context, limit })
}

const LONGEST_TITLE = 200

function shorten(text: string): string {
  const line = oneLine(text.slice(0, LONGEST_TITLE * 4))
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line
}
