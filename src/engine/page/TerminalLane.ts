import type { LaunchId } from '../../shared/drive/launch'
import type { HeldTerminal } from '../drive/deskKeeper'
import type { Timers } from '../every'
import type { Lane } from './pump'

export interface TerminalPart {
  readonly launch: LaunchId
  readonly from: number
  readonly base64: string
}

export interface TerminalLaneOptions {
  readonly launch: LaunchId
  readonly timers: Timers
  readonly send: (part: TerminalPart) => void
  readonly wake: () => void
}

/** Four letters of base64 for three bytes: a message stays below 200 KB. */
const PART_BYTES = 120_000
/** On its way to a page that has not drawn it: more would only make what is typed meanwhile take effect later. */
const WINDOW_BYTES = 240_000
/** From here on the program waits for the page, as it would for any terminal. */
const HOLD_BYTES = 120_000
/** A page that draws nothing for so long holds up nobody: other pages look at the same program. */
const ASLEEP_MS = 1000
/** What a page that is asleep has not read by then, nobody will read: a terminal shows its end. */
const KEPT_BYTES = 2 * 1024 * 1024

/** One terminal on its way to one page. A burst costs no more than what is kept. */
export class TerminalLane implements Lane {
  private readonly options: TerminalLaneOptions
  private stopFollowing = (): void => undefined
  private waiting: Buffer[] = []
  private bytes = 0
  /** The byte of all output that `waiting` begins with. */
  private from = 0
  /** Sent, and not yet drawn as far as we know. */
  private onWay: { readonly end: number; readonly bytes: number }[] = []
  private isAsleep = false
  private letGo = (): void => undefined

  constructor(options: TerminalLaneOptions) {
    this.options = options
  }

  follow(terminal: HeldTerminal, from: number): void {
    this.from = from
    this.stopFollowing = terminal.follow(from, (at, bytes) => {
      this.take(at, bytes)
      this.options.wake()
      return this.bytes >= HOLD_BYTES && !this.isAsleep ? this.hold() : undefined
    })
  }

  sendOne(): boolean {
    if (this.bytes === 0 || this.onWayBytes() >= WINDOW_BYTES) return false
    const all = this.waiting.length === 1 ? (this.waiting[0] ?? Buffer.alloc(0)) : Buffer.concat(this.waiting)
    const part = all.subarray(0, PART_BYTES)
    const rest = all.subarray(PART_BYTES)
    this.options.send({ launch: this.options.launch, from: this.from, base64: part.toString('base64') })
    this.from += part.length
    this.onWay.push({ end: this.from, bytes: part.length })
    this.waiting = rest.length > 0 ? [rest] : []
    this.bytes = rest.length
    // With the next frame, not at once: a burst is as long as its program likes, and other feeds have their turns too.
    if (this.bytes > 0) this.options.wake()
    if (this.bytes < HOLD_BYTES) this.letGo()
    return false
  }

  took(to: number): void {
    const left = this.onWay.filter(({ end }) => end > to)
    if (left.length === this.onWay.length) return
    this.onWay = left
    this.isAsleep = false
    if (this.bytes > 0) this.options.wake()
  }

  close(): void {
    this.stopFollowing()
    this.waiting = []
    this.bytes = 0
    this.letGo()
  }

  /** Settles when there is room again, or when it turns out that nobody draws. */
  private hold(): Promise<void> {
    return new Promise((resolve) => {
      let cancel = (): void => undefined
      this.letGo = () => {
        cancel()
        this.letGo = () => undefined
        resolve()
      }
      const look = (oldest: number | undefined): void => {
        cancel = this.options.timers.after(ASLEEP_MS, () => {
          const now = this.onWay[0]?.end
          if (now !== oldest) return look(now)
          this.isAsleep = true
          this.letGo()
        })
      }
      look(this.onWay[0]?.end)
    })
  }

  private take(at: number, bytes: Uint8Array): void {
    // Older output was dropped before it came to us: what waits would not fit to it.
    if (at !== this.from + this.bytes) {
      this.waiting = []
      this.bytes = 0
      this.from = at
    }
    this.waiting.push(Buffer.from(bytes))
    this.bytes += bytes.length
    while (this.bytes > KEPT_BYTES && this.waiting.length > 1) {
      const oldest = this.waiting.shift()?.length ?? 0
      this.bytes -= oldest
      this.from += oldest
    }
  }

  private onWayBytes(): number {
    return this.onWay.reduce((sum, { bytes }) => sum + bytes, 0)
  }
}
