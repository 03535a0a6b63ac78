import type { Answered } from '../../engine/drive/askBook'
import type { Ask, AskAnswer } from '../../shared/drive/ask'
import type { CommandContext } from '../command'
import { say } from '../say'
import { answerWords } from './answerWords'
import { askLines, readAnswer, whyNotTaken } from './askLines'

/** A line that comes sooner after another one is asked was begun for the one before. */
const SEEN_AFTER_MS = 600

export interface AskTalk {
  readonly context: CommandContext
  /** Whole, oldest first. */
  readonly asks: () => readonly Ask[]
  readonly answer: (id: string, answer: AskAnswer) => Promise<Answered>
  /** They are told elsewhere as they come: nothing is printed here. */
  readonly isQuiet: boolean
}

/** What is asked, one after the other: a number that is typed has a single meaning, that of the one on the screen. */
export class AsksInTurn {
  private readonly talk: AskTalk
  private asked: Ask | null = null
  private printedAt = 0
  private waiting = 0
  private isAnswering = false
  /** Where nobody can answer. */
  private told: ReadonlySet<string> = new Set()

  constructor(talk: AskTalk) {
    this.talk = talk
  }

  /** What is asked may have changed. */
  look(): void {
    const open = this.talk.asks()
    if (!this.isAnswerable()) return this.tellEach(open)
    // The next one would be printed before what became of this one is said.
    if (this.isAnswering) return
    const before = this.asked
    const still = open.find(({ id }) => id === before?.id)
    if (still) return this.tellWaiting(open.length - 1)
    this.asked = open[0] ?? null
    if (before !== null && this.asked !== null)
      this.write(['The one before is not asked any more: clear what you have typed for it (Ctrl-U).'])
    this.print(open.length - 1)
  }

  /** A line that a person typed. */
  async hear(line: string): Promise<void> {
    const { context, isQuiet, answer: send } = this.talk
    const { asked } = this
    if (asked === null || this.isAnswering) {
      if (line.trim() !== '') await say(context, 'nothing is asked at the moment: that line answered nothing.')
      return
    }
    if (!isQuiet && context.now() - this.printedAt < SEEN_AFTER_MS) {
      await say(context, 'that line came before this one could be read: it answered nothing.')
      return this.print(this.waiting)
    }
    const answer = readAnswer(asked, line)
    if (answer === null) return say(context, 'that was not among the answers.')
    const hindrance = whyNotTaken(asked, answer)
    if (hindrance !== null) return say(context, hindrance)
    this.isAnswering = true
    try {
      const { outcome, message } = await send(asked.id, answer)
      // What went away by an answer from here was not taken away under the hands of who types.
      if (outcome !== 'refused') this.asked = null
      await say(context, outcome === 'answered' ? answerWords(asked, answer) : (message ?? outcome))
    } finally {
      this.isAnswering = false
      this.look()
    }
  }

  private isAnswerable(): boolean {
    const { input, out } = this.talk.context
    return input.isTerminal && out.isTerminal
  }

  private tellEach(open: readonly Ask[]): void {
    const { told } = this
    this.told = new Set(open.map(({ id }) => id))
    for (const ask of open) if (!told.has(ask.id)) this.write(['', ...askLines(ask), ELSEWHERE])
  }

  private tellWaiting(count: number): void {
    const isMore = count > this.waiting
    this.waiting = count
    if (isMore) this.write([waitingWords(count)])
  }

  private print(waiting: number): void {
    this.waiting = waiting
    if (this.asked === null) return
    const behind = waiting > 0 ? [waitingWords(waiting)] : []
    this.write(['', ...askLines(this.asked), ...behind, 'Type the number of your answer and Enter.'])
    this.printedAt = this.talk.context.now()
  }

  private write(lines: readonly string[]): void {
    if (!this.talk.isQuiet) void this.talk.context.err.write(`${lines.join('\n')}\n`)
  }
}

const ELSEWHERE = 'Nothing is answered by itself: answer it in the app ("understory"), the session waits.'

function waitingWords(count: number): string {
  return `  and ${count} more ${count === 1 ? 'waits' : 'wait'} behind it`
}
