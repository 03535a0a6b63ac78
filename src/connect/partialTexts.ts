import type { PartialText } from '../core/partialText'
import type { Clock } from './clock'

/** Which text is meant. A key that is met again in another message is another text, and not taken for this one. */
export interface PartialPlace {
  readonly thread: string
  readonly message: string
  readonly key: string
}

/** What is being written in the conversations of one connection: one entry per text, however often it grows. */
export interface PartialTexts {
  /** As it is now, from its beginning. */
  tell(place: PartialPlace, kind: 'text' | 'thinking', text: string): void
  append(place: PartialPlace, more: string): void
  /** It is written to its end. What is still said of it is late. */
  end(place: PartialPlace, text: string): void
  /** It was taken back. */
  remove(thread: string, key: string): void
  /** Nobody writes there any more. */
  endThread(thread: string): void
  /** Nothing is heard any more. */
  clear(): void
  of(thread: string): readonly PartialText[]
}

/** Until the records show it: gone before, it would leave a gap for a moment. */
const STAYS_MS = 3000
/** Longer ones grow no further; their record has all of it. */
const LONGEST = 256 * 1024
const MOST_UNITS = 4 * 1024 * 1024
const MOST_TEXTS = 200
const MOST_ENDED = 1000

interface Entry extends PartialPlace {
  kind: PartialText['kind']
  text: string
  isWhole: boolean
  /** Null: it may still grow. */
  cancelStay: (() => void) | null
}

/** `onChange`: after every change, with its conversation. */
export function createPartialTexts(clock: Clock, onChange: (thread: string) => void): PartialTexts {
  return new Collected(clock, onChange)
}

class Collected implements PartialTexts {
  readonly #clock: Clock
  readonly #onChange: (thread: string) => void
  /** In the order they were begun. */
  readonly #entries = new Map<string, Entry>()
  /** Names of texts that have ended: what is said of them later is late. */
  readonly #ended = new Set<string>()
  #units = 0

  constructor(clock: Clock, onChange: (thread: string) => void) {
    this.#clock = clock
    this.#onChange = onChange
  }

  tell(place: PartialPlace, kind: 'text' | 'thinking', text: string): void {
    const entry = this.#growing(place)
    if (!entry) return
    entry.kind = kind
    entry.isWhole = true
    // Said once more from its beginning, with no more than was heard since.
    this.#write(entry, text.length < entry.text.length ? entry.text : text)
  }

  append(place: PartialPlace, more: string): void {
    const entry = this.#growing(place)
    if (entry) this.#write(entry, entry.text + more)
  }

  end(place: PartialPlace, text: string): void {
    const entry = this.#entries.get(nameOf(place))
    this.#noteEnded(place)
    if (!entry || entry.message !== place.message || entry.cancelStay) return
    entry.isWhole = true
    this.#stay(entry)
    this.#write(entry, text)
  }

  remove(thread: string, key: string): void {
    const entry = this.#entries.get(nameOf({ thread, key }))
    this.#noteEnded({ thread, key })
    if (entry) this.#drop(entry)
  }

  endThread(thread: string): void {
    for (const entry of this.#entries.values()) {
      if (entry.thread !== thread || entry.cancelStay) continue
      this.#noteEnded(entry)
      this.#stay(entry)
    }
  }

  clear(): void {
    for (const entry of [...this.#entries.values()]) this.#drop(entry)
    this.#ended.clear()
  }

  of(thread: string): readonly PartialText[] {
    const texts: PartialText[] = []
    for (const { thread: own, key, kind, text, isWhole } of this.#entries.values()) {
      if (own === thread && text !== '') texts.push({ key, kind, text, isWhole })
    }
    return texts
  }

  /** Null: it has ended, or it is another message's. */
  #growing(place: PartialPlace): Entry | null {
    const name = nameOf(place)
    const known = this.#entries.get(name)
    if (known) return known.message === place.message && !known.cancelStay ? known : null
    if (this.#ended.has(name)) return null
    const { thread, message, key } = place
    const entry: Entry = { thread, message, key, kind: null, text: '', isWhole: false, cancelStay: null }
    this.#entries.set(name, entry)
    return entry
  }

  #write(entry: Entry, text: string): void {
    const isGrown = text !== entry.text && (entry.text.length < LONGEST || text.length < entry.text.length)
    if (isGrown) {
      const kept = text.length > LONGEST ? text.slice(0, LONGEST) : text
      this.#units += kept.length - entry.text.length
      entry.text = kept
    }
    this.#makeRoom(entry)
    this.#onChange(entry.thread)
  }

  #makeRoom(kept: Entry): void {
    for (const entry of this.#entries.values()) {
      if (this.#entries.size <= MOST_TEXTS && this.#units <= MOST_UNITS) return
      if (entry === kept) continue
      this.#noteEnded(entry)
      this.#drop(entry)
    }
  }

  #stay(entry: Entry): void {
    entry.cancelStay = this.#clock.after(STAYS_MS, () => this.#drop(entry))
  }

  #drop(entry: Entry): void {
    entry.cancelStay?.()
    this.#entries.delete(nameOf(entry))
    this.#units -= entry.text.length
    this.#onChange(entry.thread)
  }

  #noteEnded(place: Pick<PartialPlace, 'thread' | 'key'>): void {
    this.#ended.add(nameOf(place))
    const [oldest] = this.#ended
    if (this.#ended.size > MOST_ENDED && oldest !== undefined) this.#ended.delete(oldest)
  }
}

function nameOf({ thread, key }: Pick<PartialPlace, 'thread' | 'key'>): string {
  return JSON.stringify([thread, key])
}
