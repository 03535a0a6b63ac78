import { z } from 'zod'

/** What surrounds the page, and which native wishes it can fulfil. */
export const ShellInfo = z.object({
  version: z.string(),
  kind: z.enum(['app', 'browser']),
  platform: z.enum(['linux', 'darwin', 'win32', 'other']),
  can: z.object({ openLink: z.boolean(), revealFile: z.boolean(), chooseFolder: z.boolean(), notify: z.boolean() }),
})
export type ShellInfo = z.infer<typeof ShellInfo>
