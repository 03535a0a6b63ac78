import { defaultSettings, Settings, type SettingsChange } from '../../shared/settings'

export interface ParsedSettings {
  readonly settings: Settings
  /** Fields whose value could not be used; each fell back alone. */
  readonly refused: readonly string[]
}

/** What a file holds, as far as it can be used. A newer version's fields are left alone. */
export function parseSettings(raw: Readonly<Record<string, unknown>>): ParsedSettings {
  const settings: Record<string, unknown> = { ...defaultSettings }
  const refused: string[] = []
  for (const [name, schema] of Object.entries(Settings.shape)) {
    if (raw[name] === undefined) continue
    const given = name === 'notifications' && isRecord(raw[name]) ? { ...defaultSettings.notifications, ...raw[name] } : raw[name]
    const parsed = schema.safeParse(given)
    if (parsed.success) settings[name] = parsed.data
    else refused.push(name)
  }
  return { settings: Settings.parse(settings), refused }
}

export function applySettingsChange(settings: Settings, change: SettingsChange): Settings {
  const { notifications, ...rest } = change
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  const told = Object.entries(notifications ?? {}).filter(([, value]) => value !== undefined)
  return Settings.parse({
    ...settings,
    ...Object.fromEntries(given),
    notifications: { ...settings.notifications, ...Object.fromEntries(told) },
  })
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
