import type { Machine } from '../core/framing/machine'
import { markQuotesModule } from './markQuotesModule'

/** A buffer for bytes of files that knows where their quotes are. */
export interface MarkedBuffer extends Buffer {
  readonly quotes: Int32Array
  readonly machine: Machine
}

export interface QuoteMarks {
  readonly buffer: MarkedBuffer
  /** Brings `buffer.quotes` up to date with the bytes before `to`. The first byte must not be escaped by one before it. */
  mark(to: number): void
}

const PAGE_BYTES = 65_536
const STEP_BYTES = 64
/** For a program that works on the bytes: see `Machine`. */
const ROOM_BYTES = PAGE_BYTES

/** `bytes` is a multiple of 64. Null: this machine has no vectors, and strings are walked instead. */
export function openQuoteMarks(bytes: number): QuoteMarks | null {
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil((bytes + bytes / 8 + ROOM_BYTES) / PAGE_BYTES) })
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(markQuotesModule()), { engine: { memory } })
    const mark = exports['mark']
    if (typeof mark !== 'function') return null
    const quotes = new Int32Array(memory.buffer, bytes, bytes / 32)
    return {
      buffer: Object.assign(Buffer.from(memory.buffer, 0, bytes), { quotes, machine: machineOf(memory, bytes) }),
      mark: (to) => mark(0, Math.ceil(to / STEP_BYTES) * STEP_BYTES, bytes),
    }
  } catch {
    return null
  }
}

function machineOf(memory: InstanceType<typeof WebAssembly.Memory>, bytes: number): Machine {
  return {
    memory: memory.buffer,
    quotesAt: bytes,
    roomAt: bytes + bytes / 8,
    roomBytes: ROOM_BYTES,
    load(module) {
      try {
        return new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(module, 'base64')), { env: { memory } }).exports
      } catch {
        return null
      }
    },
  }
}
