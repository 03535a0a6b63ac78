/** What stands before the words of a command when an installed app is asked to be the command line. */
export const commandMark = '--understory-command'

/** The words after the mark; null: the window is wanted. */
export function commandWords(argv: readonly string[]): readonly string[] | null {
  const at = argv.indexOf(commandMark)
  return at < 0 ? null : argv.slice(at + 1)
}
