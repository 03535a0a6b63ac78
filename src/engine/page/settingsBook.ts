import { isAbsolute, join } from 'node:path'
import type { Notice } from '../../shared/contract'
import { RpcError } from '../../shared/fault'
import { defaultSettings, type Settings, type SettingsChange } from '../../shared/settings'
import { every, type Timers } from '../every'
import { priceFileProblem } from '../loadPrices'
import type { Variables } from '../settingsFromEnvironment'
import { environmentChoices, expandHome, overruledChanges, withEnvironment } from './environmentChoices'
import { applySettingsChange, parseSettings } from './parseSettings'
import { settingsFile } from './settingsFile'

export interface SettingsBook {
  /** The ones that count: a person's, with the environment above them. */
  current(): Settings
  change(change: SettingsChange): Settings
  onChange(listener: (settings: Settings, before: Settings) => void): () => void
  close(): void
}

export interface SettingsBookOptions {
  readonly stateFolder: string
  readonly env: Variables
  readonly timers: Timers
  readonly onNotice: (notice: Notice) => void
}

/** Another page host may have written the file. */
const LOOK_MS = 1000

export function openSettingsBook({ stateFolder, env, timers, onNotice }: SettingsBookOptions): SettingsBook {
  const file = settingsFile(join(stateFolder, 'settings.json'))
  const choices = environmentChoices(env)
  const listeners = new Set<(settings: Settings, before: Settings) => void>()
  const warn = (code: string, message: string) => onNotice({ level: 'warning', code, message })
  let fields: Readonly<Record<string, unknown>> = {}
  let stored = defaultSettings
  let isGarbled = false

  const setAside = (): void => {
    const kept = file.setAside()
    isGarbled = false
    if (kept !== null)
      warn('settings_garbled', `settings.json could not be read: it is kept as ${kept}, the usual settings are used.`)
  }
  const read = (): void => {
    const found = file.read()
    isGarbled = found === 'garbled'
    if (found === 'garbled') return
    fields = found ?? {}
    const { settings, refused } = parseSettings(fields)
    stored = settings
    for (const name of refused) warn('settings_field', `settings.json: "${name}" cannot be used, the usual value is.`)
  }
  const tellOf = (work: () => void): Settings => {
    const before = withEnvironment(stored, choices)
    work()
    const now = withEnvironment(stored, choices)
    if (JSON.stringify(now) !== JSON.stringify(before)) for (const listener of [...listeners]) listener(now, before)
    return now
  }
  read()
  if (isGarbled) setAside()
  // Someone may be in the middle of editing it: while we run, a file that makes no sense is only moved when we must write.
  const look = every(LOOK_MS, () => (file.isChanged() ? void tellOf(read) : undefined), timers)

  return {
    current: () => withEnvironment(stored, choices),
    change(wished) {
      const change = withFolders(wished, env)
      for (const message of overruledChanges(change, choices)) warn('environment_wins', message)
      return tellOf(() => {
        if (file.isChanged()) read()
        if (isGarbled) setAside()
        stored = applySettingsChange(stored, change)
        fields = { ...fields, ...stored }
        const failure = file.write(fields)
        if (failure !== null) warn('settings_not_saved', `the settings could not be saved and end with this program: ${failure}`)
      })
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => look.close(),
  }
}

function withFolders(change: SettingsChange, env: Variables): SettingsChange {
  const whole = (folder: string): string => {
    const path = expandHome(folder.trim(), env)
    if (!isAbsolute(path))
      throw new RpcError({ code: 'bad_input', message: `"${folder}" is not a whole path: it must begin at the root.` })
    return path
  }
  return {
    ...change,
    ...(change.roots
      ? { roots: Object.fromEntries(Object.entries(change.roots).map(([provider, folder]) => [provider, whole(folder)])) }
      : {}),
    ...(typeof change.priceFile === 'string' ? { priceFile: priceFile(whole(change.priceFile)) } : {}),
  }
}

/** Looked at before it is kept: one that cannot be used would be in the way of every start to come. */
function priceFile(path: string): string {
  const problem = priceFileProblem(path)
  if (problem !== null)
    throw new RpcError({ code: 'bad_input', message: `"${path}" cannot be used as the price file: ${problem}.` })
  return path
}
