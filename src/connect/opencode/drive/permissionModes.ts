import type { Json } from '../../../core/readJson'

interface PermissionMode {
  readonly id: string
  readonly label: string
  readonly note: string
  /** Rules that a session begins with; null: those of the configuration alone. */
  readonly rules: readonly Json[] | null
}

const rule = (permission: string, action: string): Json => ({ permission, pattern: '*', action })

/**
 * The first is what it does when none is named. Rules are a session's: what OpenCode hands down to a new sub-agent are denials alone, and
 * by the time that we hear of one it has begun its turn, which keeps the rules it began with.
 */
export const permissionModes: readonly PermissionMode[] = [
  { id: 'config', label: 'as configured', note: 'The rules of your OpenCode configuration hold.', rules: null },
  {
    id: 'ask',
    label: 'ask, here',
    note: 'Asks before it writes, runs a command or fetches. Its sub-agents follow your configuration.',
    rules: ['edit', 'bash', 'webfetch'].map((name) => rule(name, 'ask')),
  },
  {
    id: 'read',
    label: 'read only',
    note: 'Neither writes nor runs anything, nor do the sub-agents it starts.',
    rules: ['edit', 'bash'].map((name) => rule(name, 'deny')),
  },
  {
    id: 'allow',
    label: 'everything allowed',
    note: 'Runs and writes whatever it likes. For sandboxes. Its sub-agents follow your configuration.',
    rules: [rule('*', 'allow')],
  },
]
