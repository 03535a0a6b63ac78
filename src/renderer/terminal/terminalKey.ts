interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** `program`: it goes where the cursor is. `browser`: not ours, and not the program's. */
export type TerminalKey = 'program' | 'browser' | 'leave' | 'find' | 'copy'

/** All keys are the program's but these few. */
export function terminalKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Press, isMac: boolean): TerminalKey {
  if (key === 'F6' && !ctrlKey && !metaKey && !altKey) return 'leave'
  const letter = key.toLowerCase()
  const isCommand = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
  if (!isCommand || altKey) return 'program'
  if (letter === 'f') return 'find'
  // Without Shift they are the program's own on every system but one.
  if (letter === 'c' && (isMac || shiftKey)) return 'copy'
  // The system pastes by itself.
  if (letter === 'v' && (isMac || shiftKey)) return 'browser'
  return 'program'
}
