import { z } from 'zod'

const notifications = z.object({ needsYou: z.boolean(), failed: z.boolean(), finished: z.boolean() })

/** What a person may choose; stored by the engine. Panes, folds and filters are the page's own memory. */
export const Settings = z.object({
  theme: z.enum(['system', 'dark', 'light']),
  density: z.enum(['comfortable', 'compact']),
  direction: z.enum(['right', 'down']),
  /** Provider → folder, where it differs from the usual one. */
  roots: z.record(z.string(), z.string().min(1)),
  notifications,
  /** How long after its call an agent may appear and still match by prompt. */
  promptWindowHours: z
    .number()
    .positive()
    .max(24 * 365),
  priceFile: z.string().min(1).nullable(),
  /** Minutes without a record after which a live agent counts as stuck. */
  stuckMinutes: z
    .number()
    .int()
    .positive()
    .max(24 * 60),
  /** Sessions that were started here and still run when the last window closes. */
  whenClosing: z.enum(['ask', 'keep', 'stop']),
})
export type Settings = z.infer<typeof Settings>

export const SettingsChange = Settings.partial().extend({ notifications: notifications.partial().optional() })
export type SettingsChange = z.infer<typeof SettingsChange>

export const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  direction: 'right',
  roots: {},
  notifications: { needsYou: true, failed: true, finished: false },
  promptWindowHours: 24,
  priceFile: null,
  stuckMinutes: 10,
  whenClosing: 'ask',
}
