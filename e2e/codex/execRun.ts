import type { Stage } from '../Stage'
import { type RunningProgram, startProgram } from '../startProgram'

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
export function startExecRun({ cli, project, env }: Stage, ...args: readonly string[]): ExecRun {
  const plan = { cli, args: ['exec', '--json', '--skip-git-repo-check', ...args], cwd: project, env }
  const program = startProgram(plan, (text) => JSON.parse(text) as ExecLine)
  const thread = program.line('it named its thread', ({ type }) => type === 'thread.started').then((line) => line.thread_id ?? '')
  return { program, thread }
}

/** The same to its end. */
export async function playExecRun(stage: Stage, ...args: readonly string[]): Promise<string> {
  const { program, thread } = startExecRun(stage, ...args)
  await program.ended
  return thread
}
