interface Typed {
  readonly text: string
  /** The place of the question it answers; null: a person typed it. */
  readonly answers: number | null
}

type Send = (data: string, answers: number | null) => Promise<string | null>

/** A call may take 64 000; control characters take six letters each on the way. */
const LONGEST = 30_000

/** What is typed, one call after the other, so that it arrives in order; what comes meanwhile goes along with the next. */
export class InputQueue {
  private readonly send: Send
  private readonly onRefused: (reason: string) => void
  private waiting: Typed[] = []
  private isSending = false

  constructor(send: Send, onRefused: (reason: string) => void) {
    this.send = send
    this.onRefused = onRefused
  }

  type(text: string, answers: number | null = null): void {
    const last = this.waiting.at(-1)
    if (last && last.answers === null && answers === null) this.waiting[this.waiting.length - 1] = joined(last, text)
    else this.waiting.push({ text, answers })
    if (!this.isSending) void this.sendAll()
  }

  private async sendAll(): Promise<void> {
    this.isSending = true
    for (let next = this.takeNext(); next; next = this.takeNext()) {
      const refusal = await this.send(next.text, next.answers)
      if (refusal === null) continue
      // What was typed behind something that did not arrive means something else.
      this.waiting = []
      this.onRefused(refusal)
    }
    this.isSending = false
  }

  private takeNext(): Typed | undefined {
    const next = this.waiting.shift()
    if (!next || next.text.length <= LONGEST) return next
    const cut = isHighHalf(next.text.charCodeAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST
    this.waiting.unshift({ ...next, text: next.text.slice(cut) })
    return { ...next, text: next.text.slice(0, cut) }
  }
}

function joined(last: Typed, text: string): Typed {
  return { text: last.text + text, answers: null }
}

/** The first half of a letter that takes two: never the end of a call. */
function isHighHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
