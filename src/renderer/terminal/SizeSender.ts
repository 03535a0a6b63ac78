interface Size {
  readonly columns: number
  readonly rows: number
}

/** The size of a terminal on its way to its program: one call at a time, and then only the latest. */
export class SizeSender {
  private readonly send: (size: Size) => Promise<unknown>
  private waiting: Size[] = []
  private isSending = false

  constructor(send: (size: Size) => Promise<unknown>) {
    this.send = send
  }

  set(size: Size): void {
    this.waiting = [size]
    if (!this.isSending) void this.sendAll()
  }

  /** A program draws everything anew when its screen changes: so it does, and back. */
  jolt({ columns, rows }: Size): void {
    this.waiting = [
      { columns, rows: Math.max(1, rows - 1) },
      { columns, rows },
    ]
    if (!this.isSending) void this.sendAll()
  }

  private async sendAll(): Promise<void> {
    this.isSending = true
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      // Refused: it has ended, or the engine is away; the size is told again when it is back.
      await this.send(next).catch(() => undefined)
    }
    this.isSending = false
  }
}
