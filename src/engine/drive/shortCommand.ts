/** A prompt may be long, and a note is read often. */
const LONGEST = 16_000

/** A command as it is kept. */
export function shortCommand(command: string): string {
  return command.length > LONGEST ? `${command.slice(0, LONGEST - 1)}…` : command
}
