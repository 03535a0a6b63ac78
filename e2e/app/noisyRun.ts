import { TranscriptWriter } from '../../src/testing/writeSession'
import type { World } from './harness/World'
import { sessionFile } from './sessionFile'

export const NOISY = 'cccccccc-0000-4000-8000-000000000009'
const TURNS = 40
const MODE = '{"type":"mode","mode":"normal"}'

/** A run with records that no item shows: before it all, fifty thousand behind its first prompt, and one of an unknown kind after each turn. */
export class NoisyRun {
  private readonly writer = new TranscriptWriter(null, NOISY)
  private readonly world: World
  private at = 0

  constructor(world: World) {
    this.world = world
    const lines = ['{"type":"permission-mode","permissionMode":"default"}']
    for (let turn = 1; turn <= TURNS; turn++) {
      const from = this.writer.lines.length
      this.writer.prompt(++this.at, turn === 1 ? 'Keep quiet about most of it' : `prompt number ${turn}`)
      const middle = this.writer.lines.length
      this.writer.text(++this.at, `answer number ${turn}`)
      const own = this.writer.lines
      lines.push(...own.slice(from, middle))
      if (turn === 1) for (let n = 0; n < 50_000; n++) lines.push(MODE)
      lines.push(...own.slice(middle), `{"type":"brand-new-kind","subtype":"odd","timestamp":"${moment(turn)}","turn":${turn}}`)
    }
    world.writeFile(sessionFile('acme', NOISY), `${lines.join('\n')}\n`)
  }

  /** A record of a kind that nobody has seen. */
  note(type: string): void {
    this.world.append(sessionFile('acme', NOISY), `{"type":"${type}"}\n`)
  }

  say(text: string): void {
    const from = this.writer.lines.length
    this.writer.text(++this.at, text)
    this.world.append(sessionFile('acme', NOISY), `${this.writer.lines.slice(from).join('\n')}\n`)
  }
}

function moment(turn: number): string {
  return new Date(Date.UTC(2026, 10, 18, 12, 0, turn)).toISOString()
}
