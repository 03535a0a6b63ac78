/** One word of a shell command, without its quotes. */
export interface ShellWord {
  readonly text: string
  readonly isQuoted: boolean
  /** The text up to what only the shell can say: a variable, a command's output. */
  readonly literal: string
}

/** A program with its words, as it stands between the joints of a shell command. */
export interface SimpleCommand {
  readonly words: readonly ShellWord[]
  /** Its input comes from a pipe, a file or the lines below it. */
  readonly isFed: boolean
}

const DEEPEST = 16

/** A guess at what a shell would run, in one pass. Text that was cut, within quotes too, is read as far as it goes. */
export function splitShell(text: string): readonly SimpleCommand[] {
  const splitter = new ShellSplitter(text)
  splitter.readUntil('', 0)
  return splitter.commands
}

class ShellSplitter {
  readonly commands: SimpleCommand[] = []
  private at = 0
  private readonly text: string
  /** Ends of texts that begin after the next line end. */
  private readonly documents: string[] = []

  constructor(text: string) {
    this.text = text
  }

  readUntil(end: '' | ')' | '`', depth: number): void {
    let command = new OpenCommand(false)
    const join = (isFed: boolean): void => {
      this.add(command)
      command = new OpenCommand(isFed)
    }
    for (; this.at < this.text.length; this.at++) {
      const letter = this.text.charAt(this.at)
      const next = this.text.charAt(this.at + 1)
      if (letter === end) break
      if (letter === '\n') {
        join(false)
        this.skipDocuments()
      } else if (letter === '|') {
        if (next === '|' || next === '&') this.at++
        join(next !== '|')
      } else if (letter === '&' && next === '>') command.endWord()
      else if (letter === ';' || letter === '&' || letter === '(' || letter === ')') join(false)
      else if (letter === '<' || letter === '>') this.redirect(command, letter)
      else if (letter === '#' && !command.isInWord) this.skipLine()
      else if (letter.trim() === '') command.endWord()
      else this.readPiece(command, depth)
    }
    this.add(command)
  }

  private add(command: OpenCommand): void {
    command.endWord()
    if (command.words.length > 0) this.commands.push(command)
  }

  private readPiece(command: OpenCommand, depth: number): void {
    const letter = this.text.charAt(this.at)
    if (letter === "'") {
      const close = this.text.indexOf("'", this.at + 1)
      const end = close < 0 ? this.text.length : close
      command.quote()
      command.put(this.text.slice(this.at + 1, end))
      this.at = end
    } else if (letter === '"') {
      command.quote()
      this.at++
      for (; this.at < this.text.length && this.text.charAt(this.at) !== '"'; this.at++) this.readLetter(command, depth, true)
    } else this.readLetter(command, depth, false)
  }

  private readLetter(command: OpenCommand, depth: number, isInQuotes: boolean): void {
    const letter = this.text.charAt(this.at)
    const next = this.text.charAt(this.at + 1)
    if (letter === '\\') {
      this.at++
      if (next !== '\n') command.put(isInQuotes && !'"\\$`'.includes(next) ? `\\${next}` : next)
    } else if ((letter === '`' || (letter === '$' && next === '(')) && depth < DEEPEST) {
      command.open()
      const from = this.at
      this.at += letter === '`' ? 1 : 2
      this.readUntil(letter === '`' ? '`' : ')', depth + 1)
      command.put(this.text.slice(from, this.at + 1))
    } else {
      if (letter === '$' && /[\w{]/.test(next)) command.open()
      command.put(letter)
    }
  }

  private redirect(command: OpenCommand, letter: string): void {
    command.endDescriptor()
    let { at } = this
    while (this.text.charAt(at) === letter) at++
    const isDocument = letter === '<' && at - this.at === 2
    if (letter === '<') command.isFed = true
    while ('&|-'.includes(this.text.charAt(at) || ' ')) at++
    this.at = at - 1
    if (isDocument) this.documents.push(this.nextWord(at))
    command.skipsWord = true
  }

  private nextWord(from: number): string {
    return /^[ \t]*["'\\]?([^\s"';&|()<>]*)/.exec(this.text.slice(from, from + 100))?.[1] ?? ''
  }

  private skipLine(): void {
    const end = this.text.indexOf('\n', this.at)
    this.at = (end < 0 ? this.text.length : end) - 1
  }

  /** What stands in them is text, not a command. */
  private skipDocuments(): void {
    for (const end of this.documents.splice(0)) {
      while (this.at < this.text.length) {
        const from = this.at + 1
        const lineEnd = this.text.indexOf('\n', from)
        this.at = lineEnd < 0 ? this.text.length : lineEnd
        if (this.text.slice(from, this.at).trim() === end) break
      }
    }
  }
}

class OpenCommand implements SimpleCommand {
  readonly words: ShellWord[] = []
  isFed: boolean
  /** The next word names a file. */
  skipsWord = false
  private text: string | null = null
  private isQuoted = false
  private known = -1

  constructor(isFed: boolean) {
    this.isFed = isFed
  }

  get isInWord(): boolean {
    return this.text !== null
  }

  put(text: string): void {
    this.text = (this.text ?? '') + text
  }

  quote(): void {
    this.isQuoted = true
    this.text ??= ''
  }

  /** From here on only the shell knows. */
  open(): void {
    if (this.known < 0) this.known = (this.text ?? '').length
  }

  endWord(): void {
    const { text, isQuoted, known } = this
    if (text === null) return
    if (!this.skipsWord) this.words.push({ text, isQuoted, literal: known < 0 ? text : text.slice(0, known) })
    this.skipsWord = false
    this.reset()
  }

  /** Before a redirection: the number of a file is no word. */
  endDescriptor(): void {
    if (/^\d+$/.test(this.text ?? '')) this.reset()
    else this.endWord()
  }

  private reset(): void {
    this.text = null
    this.isQuoted = false
    this.known = -1
  }
}
