import { type ProgramPlan, type RunningProgram, startProgram } from './startProgram'

/** The processes of one stage: whatever goes wrong, none outlives it. */
export class Programs {
  private readonly started = new Set<RunningProgram<unknown>>()
  private isOver = false

  start<Line>(plan: ProgramPlan, parse: (text: string) => Line): RunningProgram<Line> {
    // A scene may go on for a moment after another one has failed.
    if (this.isOver) throw new Error('the play is over')
    const program = startProgram(plan, parse)
    this.started.add(program)
    program.ended.then(() => this.started.delete(program))
    return program
  }

  async endAll(): Promise<void> {
    this.isOver = true
    const programs = [...this.started]
    for (const program of programs) program.kill()
    await Promise.all(programs.map(({ ended }) => ended))
  }
}
