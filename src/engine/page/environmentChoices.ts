import { join } from 'node:path'
import type { Settings, SettingsChange } from '../../shared/settings'
import { homeOf, rootsFromEnvironment, rootVariables } from '../roots'
import { promptWindowFromEnvironment, type Variables } from '../settingsFromEnvironment'

const hourMs = 3_600_000

/** What the environment decides, whatever a person has chosen. */
export interface EnvironmentChoices {
  readonly roots: Readonly<Record<string, string>>
  readonly priceFile: string | null
  readonly promptWindowHours: number | null
}

export function environmentChoices(env: Variables): EnvironmentChoices {
  const told = rootsFromEnvironment(env)
  const roots = Object.entries(rootVariables).flatMap(([provider, variable]) => {
    const folder = env[variable] ? told[provider] : undefined
    return folder ? [[provider, folder] as const] : []
  })
  const windowMs = promptWindowFromEnvironment(env, () => undefined)
  return {
    roots: Object.fromEntries(roots),
    priceFile: env['UNDERSTORY_PRICES'] || null,
    promptWindowHours: windowMs === null || windowMs <= 0 ? null : windowMs / hourMs,
  }
}

/** What counts: a person's settings with the environment above them. */
export function withEnvironment(settings: Settings, choices: EnvironmentChoices): Settings {
  return {
    ...settings,
    roots: { ...settings.roots, ...choices.roots },
    priceFile: choices.priceFile ?? settings.priceFile,
    promptWindowHours: choices.promptWindowHours ?? settings.promptWindowHours,
  }
}

/** Sentences for the changes of a person that the environment overrides. */
export function overruledChanges(change: SettingsChange, choices: EnvironmentChoices): string[] {
  const said: string[] = []
  const tell = (variable: string) => said.push(`${variable} is set and wins: the setting counts once it is not.`)
  for (const [provider, folder] of Object.entries(choices.roots)) {
    const wished = change.roots?.[provider]
    if (wished !== undefined && wished !== folder) tell(rootVariables[provider] ?? provider)
  }
  if (change.priceFile !== undefined && choices.priceFile !== null && change.priceFile !== choices.priceFile)
    tell('UNDERSTORY_PRICES')
  const hours = choices.promptWindowHours
  if (change.promptWindowHours !== undefined && hours !== null && change.promptWindowHours !== hours)
    tell('UNDERSTORY_PROMPT_WINDOW')
  return said
}

/** A folder as a person writes it. */
export function expandHome(folder: string, env: Variables): string {
  if (folder === '~') return homeOf(env)
  return /^~[\\/]/.test(folder) ? join(homeOf(env), folder.slice(2)) : folder
}
