import type { HeldTerminal } from '../../src/engine/drive/deskKeeper'

/** What a program asks its terminal at the start, and what an ordinary one answers. */
const ANSWERS: readonly (readonly [string, string])[] = [
  ['\u001b[6n', '\u001b[1;1R'],
  ['\u001b[c', '\u001b[?1;2c'],
  ['\u001b[?u', '\u001b[?0u'],
]

const PATIENCE_MS = 20_000

/** A person at a terminal: reads what is printed since it was last read, and types. */
export class TerminalScreen {
  private readonly terminal: HeldTerminal
  private readonly waiting = new Set<() => void>()
  private text = ''
  private readTo = 0

  constructor(terminal: HeldTerminal) {
    this.terminal = terminal
    terminal.follow(0, (_, bytes) => {
      const part = Buffer.from(bytes).toString()
      for (const [question, answer] of ANSWERS) if (part.includes(question)) void terminal.type(answer)
      this.text += part
      for (const look of [...this.waiting]) look()
    })
  }

  async type(keys: string): Promise<void> {
    const typed = await this.terminal.type(keys)
    if (!typed.ok) throw new Error(typed.failure.message)
  }

  /** As often as it takes: what has just come up may not listen yet. */
  async press(key: string, wanted: string): Promise<void> {
    const pressing = setInterval(() => void this.type(key), 300)
    try {
      await this.shows(wanted)
    } finally {
      clearInterval(pressing)
    }
  }

  /** Settles with the one of these that is printed first; what was printed until then counts as read. */
  shows(...wanted: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const shown = plain(this.text.slice(this.readTo))
        const found = wanted.find((text) => shown.includes(text.replaceAll(' ', '')))
        if (found === undefined) return
        clearTimeout(timer)
        this.waiting.delete(look)
        this.readTo = this.text.length
        resolve(found)
      }
      const timer = setTimeout(() => {
        this.waiting.delete(look)
        reject(new Error(`not shown: ${wanted.join(' or ')}; but ${plain(this.text.slice(this.readTo)).slice(-1500)}`))
      }, PATIENCE_MS)
      this.waiting.add(look)
      look()
    })
  }
}

const escapes = /\u001b(\][^\u0007\u001b]*(\u0007|\u001b\\)|\[[0-9;?<>=]*[ -/]*[@-~]|.)/g

/** Words are set apart by moves of the cursor as often as by blanks. */
function plain(text: string): string {
  return text.replace(escapes, '').replace(/\s+/g, '')
}
