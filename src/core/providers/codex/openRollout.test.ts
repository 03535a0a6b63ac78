import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codexRecordingNames, loadCodexRecording } from '../../../testing/codexRecordings'
import type { RecordedSource } from '../../../testing/recordings'
import type { AgentEvent } from '../../event'
import type { LineSketch } from '../../itemBody'
import { codex } from './codex'
import { readHead } from './readHead'

const names = codexRecordingNames()

describe('a line that is only glanced at says what it says when it is parsed', () => {
  it.each(names)('%s', (name) => {
    for (const source of loadCodexRecording(name).sources) {
      const lines = linesOf(source)
      const glanced = read(source, lines)
      expect(read(source, lines.map(turnedRound))).toEqual(glanced)
      expect(read(source, lines, false).events).toEqual(glanced.events)
      expect(glanced.unknown).toEqual([])
      expect(glanced.faults).toEqual([])
    }
  })
})

describe('the sketch of a line counts the items of its record', () => {
  it.each(names)('%s', (name) => {
    for (const source of loadCodexRecording(name).sources) {
      for (const line of linesOf(source)) {
        const sketches: LineSketch[] = []
        const bytes = Buffer.from(line)
        const decoder = codex.openDecoder({ ...source.spec, agent: '' }, source.run)
        decoder.line(
          bytes,
          0,
          bytes.length,
          () => undefined,
          (sketch) => void sketches.push(sketch),
        )
        const record: unknown = JSON.parse(line)
        const items = codex.readItems(record)
        expect(sketches.flatMap((sketch) => sketch.items)).toEqual(
          items.map(({ kind, tool }) => ({ kind, call: tool?.call ?? null, name: tool?.name ?? null })),
        )
        for (const { call, isError } of sketches.flatMap((sketch) => sketch.answers))
          expect(codex.readAnswer(record, call)).toMatchObject({ isError })
      }
    }
  })
})

describe('a file that is read from its middle', () => {
  it.each(names)('%s ends as the whole does', (name) => {
    for (const source of loadCodexRecording(name).sources) {
      const lines = linesOf(source)
      const whole = read(source, lines).sketches
      for (const from of [1, 5, Math.floor(lines.length / 2)]) {
        const tail = read(source, lines.slice(from)).sketches
        expect(tail).toEqual(whole.slice(whole.length - tail.length))
      }
    }
  })
})

describe('strange lines', () => {
  const source = loadCodexRecording('0.169.0/v2-tree').sources[0]
  const samples = names.flatMap((name) =>
    loadCodexRecording(name).sources.flatMap((one) => linesOf(one).map((line) => ({ one, line }))),
  )

  it('are problems or nothing, never exceptions', () => {
    const sample = fc.constantFrom(...samples)
    const garbage = fc.oneof(
      fc.constant('null'),
      fc.constant('7'),
      fc.constant('{}'),
      fc.constant('[]'),
      fc.constant('""'),
      fc.json(),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(sample, fc.double({ min: 0, max: 1, noNaN: true }), garbage), { maxLength: 12 }), (edits) => {
        const lines = edits.map(([{ line }, part, value]) => replaceValue(line, part, value))
        const one = edits[0]?.[0].one
        if (!one) return
        read(one, lines)
        readHead(lines)
        for (const line of lines) readAll(line)
      }),
      { numRuns: 400 },
    )
  })

  it('are problems or nothing where bytes are missing or wrong', () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.nat(), fc.string({ maxLength: 4 }), ({ one, line }, at, text) => {
        const place = at % line.length
        read(one, [line.slice(0, place), line.slice(0, place) + text + line.slice(place + 1), line.slice(place)])
      }),
      { numRuns: 600 },
    )
  })

  it('is told where a line is no record', () => {
    if (!source) throw new Error('a recording has sources')
    expect(read(source, ['{"timestamp":', 'garbage', '7', '']).faults).toEqual([
      'not a record',
      'not a record',
      'not a record',
      'not a record',
    ])
  })

  it('counts what nobody has seen yet', () => {
    if (!source) throw new Error('a recording has sources')
    const line = (type: string, payload: unknown) => JSON.stringify({ timestamp: '2026-11-18T12:00:00.000Z', type, payload })
    const lines = [
      line('dream', {}),
      line('event_msg', { type: 'yawned' }),
      line('response_item', { type: 'sigh' }),
      line('dream', {}),
    ]
    expect(read(source, lines).unknown).toEqual([
      ['dream', 2],
      ['event_msg/yawned', 1],
      ['response_item/sigh', 1],
    ])
  })
})

function linesOf({ bytes }: RecordedSource): string[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
}

/** The same record, its keys in another order. */
function turnedRound(line: string): string {
  const record: Record<string, unknown> = JSON.parse(line)
  return JSON.stringify(Object.fromEntries(Object.entries(record).reverse()))
}

function read(source: RecordedSource, lines: readonly string[], sketched = true) {
  const decoder = codex.openDecoder(source.spec, source.run)
  const events: AgentEvent[] = []
  const sketches: LineSketch[] = []
  const faults: string[] = []
  for (const line of lines) {
    const bytes = Buffer.from(line)
    const onSketch = sketched ? (sketch: LineSketch) => void sketches.push(sketch) : undefined
    const fault = decoder.line(bytes, 0, bytes.length, (event) => void events.push(event), onSketch)
    if (fault !== null) faults.push(fault)
  }
  return { events, sketches, faults, unknown: [...decoder.unknownTypes] }
}

/** One value of the record, somewhere in it, becomes another. */
function replaceValue(line: string, part: number, value: string): string {
  const places = [...line.matchAll(/:("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|null|true|false)/g)]
  const place = places[Math.floor(part * places.length)]
  if (!place) return line
  return `${line.slice(0, place.index + 1)}${value}${line.slice(place.index + place[0].length)}`
}

function readAll(line: string): void {
  let record: unknown
  try {
    record = JSON.parse(line)
  } catch {
    return
  }
  for (const { tool } of codex.readItems(record)) codex.readAnswer(record, tool?.call ?? '')
  codex.readAnswer(record, 'call_spawn')
  const allowances = codex.openAllowances()
  allowances.take(record)
  allowances.result()
}
