import type { Stage } from '../Stage'
import type { RunningProgram } from '../startProgram'

interface RunLine {
  readonly type: string
  readonly sessionID: string
}

export interface TerminalRun {
  readonly program: RunningProgram<RunLine>
  /** The session, once the CLI has named it. */
  readonly session: Promise<string>
}

/** `opencode run`, as in a terminal. */
export function startTerminalRun({ start }: Stage, ...args: readonly string[]): TerminalRun {
  const program = start(['run', '--format', 'json', ...args], (text) => JSON.parse(text) as RunLine)
  return {
    program,
    session: program.line('it named its session', ({ sessionID }) => Boolean(sessionID)).then((line) => line.sessionID),
  }
}

/** The same to its end. */
export async function playTerminalRun(stage: Stage, ...args: readonly string[]): Promise<string> {
  const { program, session } = startTerminalRun(stage, ...args)
  const code = await program.ended
  if (code !== 0) throw new Error(`opencode run ended with ${code}: ${program.stderr().slice(0, 300)}`)
  return session
}
