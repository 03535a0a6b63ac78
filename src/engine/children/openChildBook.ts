import { join } from 'node:path'
import type { ChildMemory } from '../../core/childMemory'
import { changeLocked } from '../drive/changeLocked'
import { systemTimers, type Timers } from '../every'
import { putAside } from '../links/linkFile'
import { type ChildFileContent, childFileStamp, type KeptChild, readChildFile, writeChildFile } from './childFile'
import { better, mergeChildren, nameOf } from './mergeChildren'

/** Where sessions stood that only programs tell of. Shared by every process of a state folder, and lost without harm. */
export interface ChildBook {
  of(provider: string): ChildMemory
  /** Somebody watches for long: until it is released, what is learnt is written down. Whoever only looks leaves no trace. */
  hold(): { release(): void }
  state(): { readonly path: string; readonly children: number; readonly note: string | null }
  close(): void
}

/** What is learnt comes in crowds, and of what is lost in a crash the next start learns most once more. */
const WRITE_MS = 3000
const LOOK_MS = 1000

export function openChildBook(
  stateFolder: string,
  onWarning: (message: string) => void,
  timers: Timers = systemTimers,
): ChildBook {
  return new StoredChildren(join(stateFolder, 'children.json'), onWarning, timers)
}

/** A class because what is stored, what was learnt and when it is written change together. */
class StoredChildren implements ChildBook {
  readonly #path: string
  readonly #onWarning: (message: string) => void
  readonly #timers: Timers
  #stored: readonly KeptChild[] = []
  #byName = new Map<string, KeptChild>()
  readonly #learnt = new Map<string, KeptChild | null>()
  #stamp: string | null = null
  #lookedAt = Number.NEGATIVE_INFINITY
  #kind: ChildFileContent['kind'] = 'absent'
  #note: string | null = null
  #holders = 0
  #cancel: (() => void) | null = null
  #hasWarned = false

  constructor(path: string, onWarning: (message: string) => void, timers: Timers) {
    this.#path = path
    this.#onWarning = onWarning
    this.#timers = timers
  }

  of(provider: string): ChildMemory {
    return {
      of: (id) => this.#find(nameOf(provider, id)),
      all: () => this.#all(provider),
      keep: (child) => {
        const now = this.#timers.now()
        const name = nameOf(provider, child.id)
        const learnt: KeptChild = { ...child, provider, since: now, seen: now }
        const known = this.#find(name)
        const next = known ? better(known, learnt) : learnt
        if (next !== known) this.#learn(name, next)
      },
      forget: (id) => {
        const name = nameOf(provider, id)
        if (this.#find(name) !== null) this.#learn(name, null)
      },
    }
  }

  hold(): { release(): void } {
    let isHeld = true
    this.#holders++
    this.#schedule()
    return {
      release: () => {
        if (!isHeld) return
        isHeld = false
        if (this.#holders === 1) this.#write()
        this.#holders--
      },
    }
  }

  state(): { readonly path: string; readonly children: number; readonly note: string | null } {
    this.#look(0)
    return { path: this.#path, children: this.#stored.length, note: this.#note }
  }

  close(): void {
    this.#write()
    this.#holders = 0
  }

  #find(name: string): KeptChild | null {
    const learnt = this.#learnt.get(name)
    if (learnt !== undefined) return learnt
    this.#look(LOOK_MS)
    return this.#byName.get(name) ?? null
  }

  #all(provider: string): readonly KeptChild[] {
    this.#look(LOOK_MS)
    const all = new Map<string, KeptChild | null>([...this.#byName, ...this.#learnt])
    return [...all.values()].filter((one) => one !== null).filter((one) => one.provider === provider)
  }

  #learn(name: string, child: KeptChild | null): void {
    this.#learnt.set(name, child)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#holders === 0 || this.#learnt.size === 0 || this.#cancel !== null) return
    this.#cancel = this.#timers.after(WRITE_MS, () => this.#write())
  }

  /** Takes up what another program has written. */
  #look(maxAgeMs: number): void {
    const now = this.#timers.now()
    if (this.#stamp !== null && now - this.#lookedAt < maxAgeMs) return
    this.#lookedAt = now
    // Before it is read: what is written in between differs at the next look.
    const stamp = childFileStamp(this.#path)
    if (stamp === this.#stamp) return
    this.#stamp = stamp
    const content = readChildFile(this.#path)
    this.#kind = content.kind
    this.#note = null
    switch (content.kind) {
      case 'children':
        return this.#adopt(content.children)
      case 'absent':
        return this.#adopt([])
      case 'garbled':
        this.#note = 'it cannot be understood'
        return this.#adopt([])
      case 'closed':
        this.#note = content.reason
        return this.#adopt([])
      default:
        return content satisfies never
    }
  }

  #write(): void {
    this.#cancel?.()
    this.#cancel = null
    if (this.#holders === 0 || this.#learnt.size === 0) return
    const failure = changeLocked(this.#path, () => this.#writeLocked())
    if (failure === null || this.#hasWarned) return
    this.#hasWarned = true
    this.#onWarning(`where agents stand cannot be kept in ${this.#path}: ${failure}`)
  }

  #writeLocked(): string | null {
    this.#look(0)
    if (this.#kind === 'closed') return this.#note
    const now = this.#timers.now()
    if (this.#kind === 'garbled') {
      const aside = putAside(this.#path, now)
      if (!aside.ok) return aside.failure
      this.#onWarning(`${this.#path} could not be read and is kept as ${aside.value}`)
    }
    const merged = mergeChildren(this.#stored, this.#learnt, now)
    const failure = merged === this.#stored ? null : writeChildFile(this.#path, merged)
    // What could not be written is tried again when more is learnt.
    if (failure !== null) return failure
    this.#learnt.clear()
    this.#kind = 'children'
    this.#note = null
    this.#stamp = childFileStamp(this.#path)
    this.#adopt(merged)
    return null
  }

  #adopt(children: readonly KeptChild[]): void {
    this.#stored = children
    this.#byName = new Map(children.map((one) => [nameOf(one.provider, one.id), one]))
  }
}
