import { expect } from 'vitest'
import type { Bytes } from '../core/framing/bytes'
import { ScanGistMachine } from '../core/providers/claude/scanGistMachine'
import { ScanGistRecord } from '../core/providers/claude/scanGistRecord'
import { openQuoteMarks, type QuoteMarks } from '../engine/quoteMarks'

const ROOM = 1 << 20

export interface Both {
  readonly marks: QuoteMarks
  readonly machine: ScanGistMachine
  readonly scan: ScanGistRecord
}

export function openBoth(): Both {
  const marks = openQuoteMarks(ROOM)
  const machine = marks && ScanGistMachine.open(marks.buffer.machine)
  if (!marks || !machine) throw new Error('no vectors here')
  return { marks, machine, scan: new ScanGistRecord() }
}

/** Lines of bytes, each as latin1; `cut` takes that much off the end of each, which then lies behind it. */
export function compareWalks({ marks, machine, scan }: Both, texts: readonly string[], cut = 0): { read: number; asked: number } {
  const bytes = Buffer.from(`${texts.join('\n')}\n`, 'latin1')
  expect(bytes.length).toBeLessThanOrEqual(ROOM)
  bytes.copy(marks.buffer)
  marks.mark(bytes.length)
  // The scan is given the plain bytes: what tells quotes is under test too.
  const plain = Buffer.from(bytes) as unknown as Bytes
  let start = 0
  const counts = { read: 0, asked: 0 }
  for (const text of texts) {
    const end = start + Math.max(0, text.length - cut)
    const walked = machine.read(marks.buffer as unknown as Bytes, start, end)
    if (walked === undefined) counts.asked++
    else {
      expect(walked, text.slice(0, 1000)).toEqual(scan.read(plain, start, end))
      if (walked) counts.read++
    }
    start += text.length + 1
  }
  return counts
}
