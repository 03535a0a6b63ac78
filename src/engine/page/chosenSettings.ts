import type { Settings } from '../../shared/settings'
import type { EngineSettings } from '../engine'
import type { ProductFiles } from '../productFiles'
import { type EngineOverrides, settingsFromEnvironment, type Variables } from '../settingsFromEnvironment'

export interface ChosenFrom {
  readonly env: Variables
  readonly overrides: EngineOverrides
  readonly product: ProductFiles
  readonly onWarning: (message: string) => void
}

/** What the engine is opened with: a person's settings (the environment already above them) over what is usual. */
export function chosenSettings(settings: Settings, { env, overrides, product, onWarning }: ChosenFrom): EngineSettings {
  const usual = settingsFromEnvironment(env, {}, onWarning, product)
  return {
    ...usual,
    roots: overrides.roots ?? { ...usual.roots, ...settings.roots },
    stateFolder: overrides.stateFolder ?? usual.stateFolder,
    priceFile: settings.priceFile,
    promptWindowMs: settings.promptWindowHours * 3_600_000,
  }
}

/** Whether the engine must be opened anew for these. */
export function isOtherEngine(now: Settings, before: Settings): boolean {
  const part = ({ roots, priceFile, promptWindowHours }: Settings) =>
    JSON.stringify([Object.entries(roots).sort(), priceFile, promptWindowHours])
  return part(now) !== part(before)
}
