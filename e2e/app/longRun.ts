import { TranscriptWriter } from '../../src/testing/writeSession'
import type { World } from './harness/World'
import { sessionFile } from './sessionFile'

export const LONG = 'cccccccc-0000-4000-8000-000000000001'
const TURNS = 120

/** A run of many turns: a prompt, a tool call and an answer each, every item with a number to know it by. */
export class LongRun {
  private readonly writer = new TranscriptWriter(null, LONG)
  private readonly world: World
  private at = 0

  constructor(world: World) {
    this.world = world
    for (let turn = 1; turn <= TURNS; turn++) this.turn(turn)
    world.writeFile(sessionFile('acme', LONG), `${this.writer.lines.join('\n')}\n`)
  }

  /** Appends an answer as the product does while it works. */
  say(text: string): void {
    const from = this.writer.lines.length
    this.writer.text(++this.at, text)
    this.world.append(sessionFile('acme', LONG), `${this.writer.lines.slice(from).join('\n')}\n`)
  }

  private turn(n: number): void {
    const isBad = n === 7
    this.writer
      .prompt(++this.at, n === 1 ? 'Walk through all of it' : `prompt number ${n}`)
      .call(++this.at, `call-${n}`, { command: `echo turn ${n}` }, 'Bash')
      .result(
        ++this.at,
        `call-${n}`,
        isBad ? 'Error: exit 1' : { stdout: `turn ${n}`, stderr: '', interrupted: false },
        isBad ? { is_error: true, content: 'the seventh broke' } : { content: `turn ${n}` },
      )
      .text(++this.at, `answer number ${n}${n === 3 ? ', where the needle lies' : ''}\n\n${'More about it. '.repeat(n % 9)}`)
  }
}
