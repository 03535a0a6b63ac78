import { z } from 'zod'
import type { LaunchChoices } from '../../../shared/drive/driveCalls'
import { type LaunchOrigin, LaunchWay, type LaunchWish } from '../../../shared/drive/launchWish'
import type { ProgramFound } from '../../../shared/drive/programFound'
import { ProviderId } from '../../../shared/ids'

/** What a person has chosen so far. Texts as they were typed. */
export const LaunchForm = z
  .object({
    provider: ProviderId.nullable(),
    way: LaunchWay,
    folder: z.string(),
    prompt: z.string(),
    model: z.string(),
    agent: z.string(),
    /** Empty: the product's default. */
    mode: z.string(),
    /** One argument a line. */
    extra: z.string(),
  })
  .readonly()
export type LaunchForm = z.infer<typeof LaunchForm>

export const emptyForm: LaunchForm = {
  provider: null,
  way: 'headless',
  folder: '',
  prompt: '',
  model: '',
  agent: '',
  mode: '',
  extra: '',
}

/** Null: something that nothing can be planned without is missing. */
export function wishOf(form: LaunchForm, origin: LaunchOrigin | null): LaunchWish | null {
  if (form.provider === null || form.folder.trim() === '') return null
  return {
    provider: form.provider,
    way: form.way,
    folder: form.folder.trim(),
    prompt: form.prompt,
    model: named(form.model),
    agent: named(form.agent),
    mode: named(form.mode),
    extra: argumentsOf(form.extra),
    origin,
  }
}

/** Lines as they are: spaces belong to an argument. Only empty lines say nothing. */
export function argumentsOf(lines: string): string[] {
  return lines.split('\n').filter((line) => line !== '')
}

function named(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}

/** What was chosen here the last time; a provider that cannot be started any more keeps none of it. */
export function withChoices(form: LaunchForm, choices: LaunchChoices | null, programs: readonly ProgramFound[]): LaunchForm {
  if (!choices || !canStart(programs, choices.provider)) return form
  const { provider, way, model, agent, mode, extra } = choices
  return { ...form, provider, way, model: model ?? '', agent: agent ?? '', mode: mode ?? '', extra: extra.join('\n') }
}

/** What another product does not know is not carried over to it. */
export function withProvider(form: LaunchForm, program: ProgramFound): LaunchForm {
  if (form.provider === program.provider) return form
  const way = program.ways.includes(form.way) ? form.way : (program.ways[0] ?? 'headless')
  return { ...form, provider: program.provider, way, model: '', agent: '', mode: '', extra: '' }
}

export function canStart(programs: readonly ProgramFound[], provider: ProviderId | null): boolean {
  return programs.some((program) => program.provider === provider && program.problem === null)
}

function isSlow(programs: readonly ProgramFound[], provider: ProviderId | null): boolean {
  return programs.some((program) => program.provider === provider && program.isSlow)
}

/** Why it cannot be started as it is, before anybody is asked; null: it can be tried. */
export function missingOf(form: LaunchForm, origin: LaunchOrigin | null): string | null {
  if (form.provider === null) return 'Nothing that could be started is found on this machine.'
  if (form.folder.trim() === '') return 'Choose a folder first.'
  if (form.way === 'headless' && origin === null && form.prompt.trim() === '') return 'Write what it is to do first.'
  return null
}

type Remembered = readonly { readonly folder: string; readonly choices: LaunchChoices | null }[]

/**
 * Another folder brings back what was chosen there. What may be done without asking, and what belongs to a folder, is never carried
 * over from one to the next.
 */
export function inFolder(form: LaunchForm, folder: string, recent: Remembered, programs: readonly ProgramFound[]): LaunchForm {
  if (folder.trim() === form.folder.trim()) return { ...form, folder }
  const choices = recent.find((one) => one.folder === folder.trim())?.choices ?? null
  return withChoices({ ...withoutReach(form), folder }, choices, programs)
}

function withoutReach(form: LaunchForm): LaunchForm {
  return { ...form, agent: '', mode: '', extra: '' }
}

/** What was used last, of what holds in any folder. */
function withProduct(form: LaunchForm, choices: LaunchChoices | null, programs: readonly ProgramFound[]): LaunchForm {
  const { provider, way, model } = withChoices(form, choices, programs)
  return { ...form, provider, way, model }
}

interface Surroundings {
  readonly programs: readonly ProgramFound[]
  readonly recent: Remembered
  /** Where the run that is shown works. */
  readonly here: string | null
  /** The folder that was filled in for the person, and not chosen by them. */
  readonly guess: string | null
}

/** Where the person is, and what was chosen there the last time; never over what they have chosen or written themselves. */
export function firstForm(form: LaunchForm, { programs, recent, here, guess }: Surroundings): LaunchForm {
  const isUntouched = form.folder === '' || (form.folder === guess && form.prompt.trim() === '')
  const folder = isUntouched ? (here ?? recent[0]?.folder ?? form.folder) : form.folder
  // One that is slow to answer today is still the one that was chosen.
  if (canStart(programs, form.provider) || isSlow(programs, form.provider)) return inFolder(form, folder, recent, programs)
  const own = recent.find((one) => one.folder === folder)?.choices ?? null
  const last = own ?? recent.find((one) => one.choices)?.choices ?? null
  const known = own ? withChoices({ ...form, folder }, own, programs) : withProduct({ ...form, folder }, last, programs)
  const first = canStart(programs, known.provider) ? known : { ...known, provider: startable(programs, last) }
  // Written before it was known what can be started: it was meant for whatever that would be.
  return form.provider === null ? { ...first, ...writtenIn(form) } : first
}

/** What was used last is not passed over because it is slow to answer today. */
function startable(programs: readonly ProgramFound[], last: LaunchChoices | null): ProviderId | null {
  if (last && isSlow(programs, last.provider)) return null
  return programs.find(({ problem }) => problem === null)?.provider ?? null
}

function writtenIn({ way, model, agent, mode, extra }: LaunchForm): Partial<LaunchForm> {
  const choices = Object.entries({ way, model, agent, mode, extra })
  return Object.fromEntries(choices.filter(([name, value]) => value !== emptyForm[name as keyof LaunchForm]))
}
