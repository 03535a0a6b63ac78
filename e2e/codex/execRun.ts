import type { Stage } from '../Stage'
import type { RunningProgram } from '../startProgram'

interface ExecLine {
  readonly type: string
  readonly thread_id?: string
}

export interface ExecRun {
  readonly program: RunningProgram<ExecLine>
  /** The thread, once the CLI has named it. */
  readonly thread: Promise<string>
}

/** `codex exec`, as in a terminal. */
export function startExecRun({ start }: Pick<Stage, 'start'>, ...args: readonly string[]): ExecRun {
  const program = start(['exec', '--json', '--skip-git-repo-check', ...args], (text) => JSON.parse(text) as ExecLine)
  const thread = program.line('it named its thread', ({ type }) => type === 'thread.started').then((line) => line.thread_id ?? '')
  return { program, thread }
}

/** The same to its end. */
export async function playExecRun(stage: Stage, ...args: readonly string[]): Promise<string> {
  const { program, thread } = startExecRun(stage, ...args)
  await program.ended
  return thread
}
