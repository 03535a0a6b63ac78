import type { DriveWish } from '../../../core/drive/driver'
import { CONFIGURED } from './permissionModes'

/** Steered over its input and output, one line of JSON each. */
const STREAM = [
  '-p',
  '--input-format',
  'stream-json',
  '--output-format',
  'stream-json',
  '--verbose',
  '--permission-prompt-tool',
  'stdio',
  '--replay-user-messages',
  '--include-partial-messages',
]

export interface SessionNames {
  /** The session that will be written. */
  readonly session: string
  /** Options that take up an earlier one. */
  readonly takeUp: readonly string[]
}

/** Arguments for a wish. In a terminal the prompt stands last, behind `--`: whatever it begins with, it is no option. */
export function sessionArguments(wish: DriveWish, { takeUp }: SessionNames): readonly string[] {
  const options = [
    ...(wish.way === 'headless' ? STREAM : []),
    ...takeUp,
    ...(wish.model === null ? [] : ['--model', wish.model]),
    ...(wish.agent === null ? [] : ['--agent', wish.agent]),
    ...(wish.mode === null || wish.mode === CONFIGURED ? [] : ['--permission-mode', wish.mode]),
    ...wish.extra,
  ]
  return wish.way === 'headless' || wish.prompt === '' ? options : [...options, '--', wish.prompt]
}
