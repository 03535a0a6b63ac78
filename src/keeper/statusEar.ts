import type { TerminalAsk } from '../shared/launchState'

/** Hears the Program Status Protocol (OSC 7501) in what a program writes to its terminal. */
export interface StatusEar {
  hear(bytes: Uint8Array): void
  close(): void
}

const BEGIN = Buffer.from('\u001b]7501;', 'latin1')
const ESC = 0x1b
const BEL = 0x07
/** A report is one short line; what is longer is none, or was never ended. */
const LONGEST = 4096
/** Programs report on their parts, too: more of them than this are not told apart. */
const MOST_PARTS = 64
/** A program that changes its mind all the time must not keep the disk busy. */
const REST_MS = 100

export function openStatusEar(onAsk: (ask: TerminalAsk | null) => void, now: () => number): StatusEar {
  const asking = new Map<string, TerminalAsk>()
  const told = openTold(onAsk)
  let rest: Buffer = Buffer.alloc(0)
  const take = (report: string): void => {
    const fields = new Map(report.split(':').map((field) => splitField(field)))
    const part = fields.get('id') ?? ''
    // Every report replaces what was said of its part before; one that clears the whole clears all parts.
    if (fields.get('state') === 'clear' && part === '') asking.clear()
    asking.delete(part)
    if (fields.get('state') === 'blocked' && asking.size < MOST_PARTS) {
      // Said again it may be about another of its agents.
      asking.set(part, { kind: kindOf(fields.get('kind')), at: now() })
    }
    told.tell([...asking.values()].at(-1) ?? null)
  }
  return {
    hear(bytes) {
      let data = rest.length > 0 ? Buffer.concat([rest, bytes]) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      for (let at = data.indexOf(BEGIN); at !== -1; at = data.indexOf(BEGIN)) {
        const from = at + BEGIN.length
        const end = endOf(data, from)
        if (end === -1) {
          // It goes on in what comes next, unless it never was a report.
          rest = data.length - from > LONGEST ? Buffer.alloc(0) : Buffer.from(data.subarray(at))
          return
        }
        if (end - from <= LONGEST) take(data.toString('latin1', from, end))
        data = data.subarray(end)
      }
      rest = Buffer.from(data.subarray(data.length - beginningOf(data)))
    },
    close: told.close,
  }
}

function splitField(field: string): [string, string] {
  const at = field.indexOf('=')
  return at === -1 ? [field, ''] : [field.slice(0, at), field.slice(at + 1)]
}

/** Whatever else it cannot go on without (a login, say) is a question to a person. */
function kindOf(kind: string | undefined): TerminalAsk['kind'] {
  return kind === 'permission' ? 'permission' : 'question'
}

/** The byte that ends a report: a bell, or the escape of a string terminator or of another sequence. */
function endOf(data: Buffer, from: number): number {
  for (let at = from; at < data.length; at++) if (data[at] === BEL || data[at] === ESC) return at
  return -1
}

/** How many bytes at the end may be the beginning of a report. */
function beginningOf(data: Buffer): number {
  for (let length = Math.min(BEGIN.length - 1, data.length); length > 0; length--)
    if (data.subarray(data.length - length).equals(BEGIN.subarray(0, length))) return length
  return 0
}

/** The first change at once, what follows within moments in one. */
function openTold(onAsk: (ask: TerminalAsk | null) => void): { tell(ask: TerminalAsk | null): void; close(): void } {
  let said: TerminalAsk | null = null
  let next: TerminalAsk | null = null
  let timer: NodeJS.Timeout | null = null
  const say = (): void => {
    if (next === said) return
    said = next
    onAsk(said)
    timer = setTimeout(() => {
      timer = null
      say()
    }, REST_MS)
    timer.unref()
  }
  return {
    tell(ask) {
      next = ask
      if (timer === null) say()
    },
    close() {
      if (timer) clearTimeout(timer)
      timer = null
      next = said
    },
  }
}
