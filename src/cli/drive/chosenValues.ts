import type { LaunchChoices } from '../../shared/drive/driveCalls'
import type { LaunchWish } from '../../shared/drive/launchWish'
import type { ParsedArguments } from '../command'

export type ChosenValues = Pick<LaunchWish, 'model' | 'agent' | 'mode' | 'extra'>

/** What the flags say of a new session. */
export function chosenValues({ flags }: ParsedArguments): ChosenValues {
  const text = (name: string): string | null => (typeof flags[name] === 'string' ? flags[name] : null)
  const extra = flags['arg']
  return { model: text('model'), agent: text('agent'), mode: text('mode'), extra: Array.isArray(extra) ? [...extra] : [] }
}

/** The same as flags. */
export function flagsOf({ model, mode, agent, extra }: ChosenValues): string[] {
  const named = Object.entries({ model, mode, agent }).flatMap(([name, value]) => (value === null ? [] : [`--${name}`, value]))
  return [...named, ...extra.flatMap((value) => ['--arg', value])]
}

/** What was not said is as the last time there, of the same product. `taken`: what that adds. */
export function withRemembered(
  chosen: ChosenValues,
  remembered: LaunchChoices | null,
  provider: string,
): { readonly values: ChosenValues; readonly taken: ChosenValues } {
  const known = remembered?.provider === provider ? remembered : null
  const taken: ChosenValues = {
    model: chosen.model === null ? (known?.model ?? null) : null,
    agent: chosen.agent === null ? (known?.agent ?? null) : null,
    mode: chosen.mode === null ? (known?.mode ?? null) : null,
    extra: chosen.extra.length === 0 ? (known?.extra ?? []) : [],
  }
  const values: ChosenValues = {
    model: chosen.model ?? taken.model,
    agent: chosen.agent ?? taken.agent,
    mode: chosen.mode ?? taken.mode,
    extra: chosen.extra.length > 0 ? chosen.extra : taken.extra,
  }
  return { values, taken }
}
