import { isAtLeast } from '../../../core/isAtLeast'

interface PermissionMode {
  readonly id: string
  readonly label: string
  readonly note: string
  readonly since: readonly number[]
}

/** No word about it is said to the program. */
export const CONFIGURED = 'configured'

/** The first is what it does when none is named. */
const modes: readonly PermissionMode[] = [
  // Not the same as asking: a fresh profile of 2.1.327 starts its own interface in another mode.
  { id: CONFIGURED, label: 'as configured', note: 'The mode that your Claude Code settings name.', since: [1] },
  { id: 'default', label: 'ask, here', note: 'Asks before it writes or runs anything that no rule allows.', since: [1] },
  {
    id: 'acceptEdits',
    label: 'edits allowed',
    note: 'Writes files in the folder without asking; still asks for commands.',
    since: [1],
  },
  { id: 'plan', label: 'plan only', note: 'Reads and plans; asks for approval before it changes anything.', since: [1] },
  { id: 'dontAsk', label: 'deny, do not ask', note: 'Refuses what no rule allows, without asking.', since: [2, 0, 70] },
  { id: 'auto', label: 'automatic', note: 'A check of its own decides what is safe to run.', since: [2, 1, 104] },
  {
    id: 'bypassPermissions',
    label: 'everything allowed',
    note: 'Runs and writes whatever it likes. For sandboxes without a network.',
    since: [1],
  },
]

export function permissionModes(version: string): readonly PermissionMode[] {
  return modes.filter(({ since }) => isAtLeast(version, since) !== false)
}
