import { Drawn } from '../../shared/frame'
import type { Port } from '../../shared/port'
import type { Timers } from '../every'
import { packFrames } from './packFrames'

/** A feed with something to say in pieces. */
export interface Lane {
  /** Sends one message, at most. True: there is more. A promise, where what is told has to be read first; it never rejects. */
  sendOne(): boolean | Promise<boolean>
}

/**
 * Sends what one page is told: the first change at once, then all of one moment in one message a frame, so that it arrives in time for
 * the page's next one; less often to a page that is behind or draws nothing.
 */
export interface Pump {
  /** What is sent into it goes out with the rest. Answers need not wait for the frame, as long as they are few. */
  readonly port: Port
  add(lane: Lane): void
  remove(lane: Lane): void
  /** This lane has something new. */
  wake(lane: Lane): void
  close(): void
}

export interface PumpOptions {
  readonly timers: Timers
  readonly port: Port
  readonly onSend: () => void
  /** A message could not be sent. */
  readonly onUnsent: (error: unknown) => void
}

/** A little more than a frame of the screen. */
const FRAME_MS = 17
/** From the beginning of a page's frame: late enough to gather much, early enough to be rendered before the next. */
const AFTER_DRAWN_MS = 9
/** From one frame of the screen to the next, and how fast its clock may go away from ours: what share of a lateness is believed. */
const SCREEN_MS = 1000 / 60
const DRIFT = 0.05
const MOST_FRAMES = 60
const BEHIND_MS = 50
/** What is sent on top of that to a page that has not drawn it only makes the page later still. */
const MOST_UNDRAWN = 2
/** Frames of the screen come sixty times a second: one is left out now and then, so that messages never do. */
const MOST_PER_MS = 59.8 / 1000
/** No frame comes at its very moment: what one that is late has earned too much would be lost, and another left out for it. */
const MOST_SAVED = 2
/** Portions of a snapshot in the time of a frame. Small as they are, all of them fit into what lies between here and a page, which then has no time to draw. */
const MOST_PORTIONS = 8
/** How long a page's word holds that a hand moves what it shows: the whole comes later then, a portion a frame. */
const MOVED_MS = 100
/** Five portions on their way are enough to keep a page busy. */
const BEHIND_BYTES = 1_000_000
/** Answers that may go out before their time; a quiet page earns them back. */
const MOST_EARLY = 8

export function openPump({ timers, port, onSend, onUnsent }: PumpOptions): Pump {
  return new PagePump(timers, port, onSend, onUnsent)
}

class PagePump implements Pump {
  readonly port: Port
  readonly #timers: Timers
  readonly #under: Port
  readonly #onSend: () => void
  readonly #onUnsent: (error: unknown) => void
  readonly #lanes = new Set<Lane>()
  readonly #woken = new Set<Lane>()
  #frames: unknown[] = []
  #cancel: (() => void) | null = null
  #dueAt = Number.POSITIVE_INFINITY
  #sentAt = Number.NEGATIVE_INFINITY
  #pausedUntil = Number.NEGATIVE_INFINITY
  #drawnAt: number | null = null
  /** Messages since then. */
  #undrawn = 0
  /** Messages that the page may have now: before their time, and with a frame. */
  #early = MOST_EARLY
  #regular = MOST_SAVED
  #earnedAt = Number.NEGATIVE_INFINITY
  #lastNow = Number.NEGATIVE_INFINITY
  /** The lanes are being asked: what they send goes out when the last has answered. */
  #isAsking = false
  /** A snapshot goes out in portions: it is as long as it is. */
  #isStreaming = false
  #portions = 0
  #portionsSince = Number.NEGATIVE_INFINITY
  #movedUntil = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(timers: Timers, under: Port, onSend: () => void, onUnsent: (error: unknown) => void) {
    this.#timers = timers
    this.#under = under
    this.#onSend = onSend
    this.#onUnsent = onUnsent
    this.port = {
      send: (frame) => this.#take(frame),
      onFrame: (listener) =>
        under.onFrame((frame) => {
          const drawn = Drawn.safeParse(frame)
          if (drawn.success) this.#noteDrawn(drawn.data)
          else listener(frame)
        }),
      onClose: (listener) => under.onClose(listener),
    }
  }

  add(lane: Lane): void {
    this.#lanes.add(lane)
  }

  remove(lane: Lane): void {
    this.#lanes.delete(lane)
    this.#woken.delete(lane)
  }

  wake(lane: Lane): void {
    if (this.#isClosed || !this.#lanes.has(lane)) return
    this.#woken.add(lane)
    this.#schedule(this.#nextFrame())
  }

  close(): void {
    this.#isClosed = true
    this.#cancel?.()
    this.#lanes.clear()
    this.#woken.clear()
    this.#frames = []
  }

  /** A clock that was set back leaves every plan far ahead: without them the page would be told nothing until then. */
  #now(): number {
    const now = this.#timers.now()
    if (now < this.#lastNow) {
      this.#sentAt = this.#pausedUntil = this.#portionsSince = this.#movedUntil = Number.NEGATIVE_INFINITY
      this.#drawnAt = null
      this.#earnedAt = now
    }
    this.#lastNow = now
    return now
  }

  #noteDrawn({ isMoved = false }: Drawn): void {
    this.#movedUntil = isMoved ? this.#now() + MOVED_MS : Number.NEGATIVE_INFINITY
    this.#drawnAt = beginOfFrame(this.#drawnAt, this.#now())
    this.#undrawn = 0
    if (this.#woken.size + this.#frames.length === 0) return
    this.#unschedule()
    this.#schedule(this.#nextFrame())
  }

  /**
   * Planned before it was known when the page draws. Kept, it would go out just after that, gather nothing of what is written until
   * the next frame, and so would all after it.
   */
  #unschedule(): void {
    if (this.#isStreaming || this.#dueAt <= this.#now()) return
    this.#cancel?.()
    this.#dueAt = Number.POSITIVE_INFINITY
  }

  /** The next frame, as far into it as this one: a little later each time would end in being late for one. */
  #leaveOut(): void {
    this.#pausedUntil = this.#now() + FRAME_MS - 1
    this.#schedule(this.#pausedUntil)
  }

  /** When the lanes may speak again. */
  #nextFrame(): number {
    const now = this.#now()
    if (now < this.#pausedUntil) return this.#pausedUntil
    if (this.#drawnAt === null) return this.#sentAt + FRAME_MS
    if (this.#undrawn === 0) return this.#drawnAt + AFTER_DRAWN_MS
    return this.#sentAt + (this.#undrawn < MOST_UNDRAWN ? FRAME_MS : BEHIND_MS)
  }

  #take(frame: unknown): void {
    if (this.#isClosed) return
    this.#frames.push(frame)
    // A round is about to begin, or goes on: it takes this along.
    if (this.#isAsking || this.#dueAt <= this.#now()) return
    this.#earn()
    // Between the portions of a snapshot one message more is nothing.
    if (isItem(frame) || this.#isBehind() || (this.#early < 1 && !this.#isStreaming)) return this.#schedule(this.#nextFrame())
    // Not a turn later: other work may be waiting by then.
    this.#early = Math.max(0, this.#early - 1)
    this.#flush()
  }

  #isBehind(): boolean {
    return (this.#under.bufferedBytes?.() ?? 0) > BEHIND_BYTES
  }

  #earn(): void {
    const now = this.#now()
    const more = (now - this.#earnedAt) * MOST_PER_MS
    this.#earnedAt = now
    this.#early = Math.min(MOST_EARLY, this.#early + more)
    this.#regular = Math.min(MOST_SAVED, this.#regular + more)
  }

  #schedule(at: number): void {
    if (this.#isAsking || at >= this.#dueAt) return
    this.#cancel?.()
    this.#dueAt = at
    const waitMs = at - this.#now()
    this.#cancel = waitMs <= 0 ? this.#timers.soon(() => this.#round()) : this.#timers.after(waitMs, () => this.#round())
  }

  #round(): void {
    this.#dueAt = Number.POSITIVE_INFINITY
    if (this.#isBehind()) return this.#schedule(this.#now() + BEHIND_MS)
    this.#earn()
    if (this.#regular < 1 && !this.#isStreaming) return this.#leaveOut()
    this.#isStreaming = false
    // Each in its turn: a long list must not keep the tree waiting.
    const asked = [...this.#woken]
    this.#woken.clear()
    this.#isAsking = true
    const answers = asked.map((lane) => lane.sendOne())
    const finish = (hasMore: readonly boolean[]): void => this.#finish(asked.filter((_, i) => hasMore[i]))
    if (answers.every((answer) => typeof answer === 'boolean')) finish(answers)
    else void Promise.all(answers).then(finish)
  }

  #finish(unfinished: readonly Lane[]): void {
    this.#isAsking = false
    if (this.#isClosed) return
    if (this.#frames.length > 0) {
      this.#regular = Math.max(0, this.#regular - 1)
      this.#early = Math.max(0, this.#early - 1)
      this.#flush()
    }
    // Woken meanwhile: with the next frame. Not finished: at once, a portion each time, as many as a page can take.
    if (this.#woken.size > 0) this.#schedule(this.#nextFrame())
    for (const lane of unfinished) if (this.#lanes.has(lane)) this.#woken.add(lane)
    this.#isStreaming = unfinished.length > 0
    if (this.#isStreaming) this.#schedule(this.#nextPortion())
  }

  #nextPortion(): number {
    const now = this.#now()
    if (now - this.#portionsSince >= FRAME_MS) {
      this.#portionsSince = now
      this.#portions = 0
    }
    this.#portions++
    if (now < this.#movedUntil) return now + FRAME_MS
    return this.#portions < MOST_PORTIONS ? now : this.#portionsSince + FRAME_MS
  }

  #flush(): void {
    this.#sentAt = this.#now()
    this.#undrawn++
    const frames = this.#frames
    this.#frames = []
    this.#onSend()
    for (const message of packFrames(frames)) {
      try {
        this.#under.send(message)
      } catch (error) {
        this.#onUnsent(error)
      }
    }
  }
}

/**
 * When the frame began that the page speaks of. One that was busy says so late; messages that went by its word would miss the frame
 * after that. `before`: when the last one is thought to have begun.
 */
function beginOfFrame(before: number | null, saidAt: number): number {
  if (before === null) return saidAt
  const frames = Math.round((saidAt - before) / SCREEN_MS)
  const lateMs = saidAt - (before + frames * SCREEN_MS)
  // Early is nearer to the truth. So long ago, or on another screen, the last one tells nothing.
  return lateMs <= 0 || frames > MOST_FRAMES ? saidAt : saidAt - lateMs * (1 - DRIFT)
}

function isItem(frame: unknown): boolean {
  return typeof frame === 'object' && frame !== null && 'kind' in frame && (frame.kind === 'item' || frame.kind === 'packed')
}
