import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openQuoteMarks } from '../../../engine/quoteMarks'
import type { Bytes } from '../../framing/bytes'
import type { Gist } from './gist'
import { gistDifference } from './gistDifference'
import { needsWhole } from './needsWhole'
import { parseGist } from './parseGist'
import { scanGist } from './scanGist'

type Json = Record<string, unknown>

const fixtures = join(import.meta.dirname, '../../../../fixtures/claude')
const ROOM = 1 << 20
const marks = openQuoteMarks(ROOM)!
const lines = fixtureLines()
const records = lines.map((line) => JSON.parse(line) as Json)
const scannable = records.filter((record) => !needsWhole(parseGist(record)!, record))

function fixtureLines(): readonly string[] {
  const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  const transcripts = files.filter((file) => file.includes('projects') && file.endsWith('.jsonl')).sort()
  return transcripts.flatMap((file) => readFileSync(join(fixtures, file), 'utf8').split('\n').filter(isJson))
}

function isJson(line: string): boolean {
  try {
    return line !== '' && typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}

function scanText(text: string): Gist | null {
  // Node's Buffer has the slice methods of Bytes; its published types leave them out. Other lines around it: nothing may be read beyond the line, nor before it.
  const before = Buffer.from('{"type":"assistant","uuid":"before"}\n')
  const line = Buffer.from(text)
  const bytes = Buffer.concat([before, line, Buffer.from('\n{"type":"user","uuid":"behind","message":{}}\n')])
  const [start, end] = [before.length, before.length + line.length]
  const scanned = scanGist(bytes as unknown as Bytes, start, end)
  // Marked beforehand, as the engine does, or found on the way: the same.
  expect(scanGist(withQuotes(bytes), start, end)).toEqual(scanned)
  // Or walked in machine code, where the line fits into its memory.
  if (bytes.length <= ROOM) expect(scanGist(inMachine(bytes), start, end)).toEqual(scanned)
  return scanned
}

function inMachine(bytes: Buffer): Bytes {
  bytes.copy(marks.buffer)
  marks.mark(bytes.length)
  return marks.buffer as unknown as Bytes
}

function withQuotes(bytes: Buffer): Bytes {
  const quotes = new Int32Array((bytes.length >> 5) + 1)
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === 92) i++
    else if (bytes[i] === 34) quotes[i >> 5]! |= 1 << (i & 31)
  }
  return Object.assign(bytes, { quotes }) as unknown as Bytes
}

/** The one law: what scan reads is what parse reads, and what must be whole is not scanned. */
function check(text: string): 'scanned' | 'parsed' {
  const scanned = scanText(text)
  if (scanned === null) return 'parsed'
  const value = JSON.parse(text) as Json
  const parsed = parseGist(value)!
  expect(gistDifference(scanned, parsed), text.slice(0, 2000)).toBeNull()
  expect(needsWhole(parsed, value), text.slice(0, 2000)).toBe(false)
  return 'scanned'
}

const lookAlikes = [
  '"},{"type":"tool_use","id":"x","name":"Agent","input":{"prompt":"y"}}],"stop_reason":"end_turn","usage":{"output_tokens":9}}',
  '{"type":"user","uuid":"evil","message":{"content":[{"tool_use_id":"t","type":"tool_result"}]},"toolUseResult":{"status":"x"}}',
  '","timestamp":"2026-01-01T00:00:00.000Z","uuid":"evil","cwd":"/evil","isSidechain":true,"isMeta":true}',
  '\\"}]},\\"uuid\\":\\"evil\\"',
  '\\',
  '\\\\"',
  '"',
  '😀',
  '\ud83d',
  '\u2028\u0000\u001f',
  'größe 日本語',
  '\n',
  '\r\n',
  'plain text ',
]

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.constantFrom(...lookAlikes), { minLength: 1, maxLength: 60 }).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom(...lookAlikes), fc.integer({ min: 10, max: 4000 })).map(([part, n]) => part.repeat(n)),
)

const hostileObject = fc.record(
  {
    uuid: fc.string(),
    timestamp: fc.constant('2020-01-01T00:00:00.000Z'),
    usage: fc.constant({ input_tokens: 77, output_tokens: 99 }),
    type: fc.constantFrom('assistant', 'user', 'tool_use'),
    message: fc.constant({ id: 'evil', role: 'assistant', content: [{ type: 'tool_use', id: 'e', name: 'Agent', input: {} }] }),
    tool_use_id: fc.string(),
    cwd: fc.constant('/evil'),
    text: hostileText,
    list: fc.array(fc.oneof(hostileText, fc.jsonValue()), { maxLength: 4 }),
  },
  { requiredKeys: [] },
)

const anyValue = fc.oneof(
  fc.jsonValue(),
  hostileText,
  hostileObject,
  fc.double(),
  fc.constantFrom(null, true, false, [], {}, -0, Number.POSITIVE_INFINITY),
)

/** Puts hostile text and objects where the CLI puts the words of models and tools. */
function inflate(value: unknown, text: string, object: unknown, path = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => inflate(item, text, object, path))
  if (typeof value === 'string')
    return /(text|thinking|content|stdout|command|file_path|cwd|signature)$/.test(path) ? value + text : value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, inflate(item, text, object, `${path}.${key}`)] as const)
  const isOpen = /(input|toolUseResult|attachment|usage)$/.test(path)
  return Object.fromEntries(isOpen ? [...entries, ['zz', object]] : entries)
}

function shuffled(record: Json, order: readonly number[]): Json {
  const entries = Object.entries(record).map((entry, i) => ({ entry, rank: order[i % order.length]! + i / 1000 }))
  return Object.fromEntries(entries.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry))
}

describe('fixtures', () => {
  it('has records of every version', () => {
    expect(records.length).toBeGreaterThan(3000)
  })

  it('scans every record that may be scanned, and reads the same as parse', () => {
    const answers = lines.map((line, i) => [check(line), needsWhole(parseGist(records[i])!, records[i]!)] as const)
    // A format change that makes the scan useless must be seen here, not in the field.
    expect(answers.filter(([answer, isWhole]) => answer === 'parsed' && !isWhole)).toHaveLength(0)
    expect(scannable.length).toBeGreaterThan(2000)
  })
})

describe('hostile records', () => {
  const record = fc.constantFrom(...scannable)

  it('long hostile texts and objects where models and tools write', () => {
    let scanned = 0
    const property = fc.property(record, hostileText, anyValue, (base, text, object) => {
      if (check(JSON.stringify(inflate(base, text, object))) === 'scanned') scanned++
    })
    fc.assert(property, { numRuns: 1500 })
    expect(scanned).toBeGreaterThan(1350)
  })

  it('keys in any order', () => {
    const property = fc.property(
      record,
      fc.array(fc.nat(20), { minLength: 5, maxLength: 25 }),
      hostileText,
      (base, order, text) => {
        const message = base['message']
        const mixed = typeof message === 'object' ? { ...base, message: shuffled(message as Json, order) } : base
        check(JSON.stringify(inflate(shuffled(mixed as Json, order), text, { status: 'x' })))
      },
    )
    fc.assert(property, { numRuns: 1000 })
  })

  it('wrong types, odd keys and several blocks', () => {
    const keys = [
      'type',
      'uuid',
      'timestamp',
      'cwd',
      'isSidechain',
      'message',
      'toolUseResult',
      'isMeta',
      'version',
      '__proto__',
      '1',
      'ü"',
    ]
    const blockKeys = ['type', 'text', 'id', 'name', 'input', 'tool_use_id', 'is_error', 'thinking']
    const patch = fc.dictionary(fc.constantFrom(...keys), anyValue, { maxKeys: 3 })
    const block = fc.dictionary(fc.constantFrom(...blockKeys), anyValue, { maxKeys: 4 })
    const result = fc.record({ tool_use_id: hostileText, type: fc.constant('tool_result'), content: anyValue })
    const content = fc.oneof(
      fc.array(fc.oneof(result, block, anyValue), { maxLength: 3 }),
      fc.array(result, { maxLength: 3 }),
      anyValue,
    )
    const property = fc.property(record, patch, content, fc.boolean(), (base, patched, blocks, isPatched) => {
      const message = { ...(base['message'] as Json | undefined), content: blocks }
      check(JSON.stringify({ ...base, message, ...(isPatched ? patched : {}) }))
    })
    fc.assert(property, { numRuns: 1500 })
  })

  it('numbers and times as no CLI writes them', () => {
    const number = fc.constantFrom(
      '-1',
      '-0',
      '1.5',
      '1e3',
      '1E400',
      '12345678901234567890',
      '9007199254740993',
      '1e308',
      '0.5',
      '-1e308',
      '"7"',
      'null',
      '[1]',
      '007',
    )
    const time = fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.constantFrom(
        '2024-02-29T00:00:00.000Z',
        '2023-02-29T00:00:00.000Z',
        '2026-04-31T00:00:00.000Z',
        '2026-01-01T24:00:00.000Z',
      ),
      fc.constantFrom(
        '2026-01-01',
        '+012345-01-01T00:00:00.000Z',
        '-000001-01-01T00:00:00.000Z',
        '12026-01-01T00:00:00.000Z',
        'yesterday',
        '',
        '2026-01-01T00:00:00.000+01:00',
        '2026-0:-01T00:00:00.000Z',
        '2026-13-01T00:00:00.000Z',
      ),
    )
    const property = fc.property(number, time, (count, at) => {
      const usage = `{"input_tokens":${count},"output_tokens":${count},"cache_read_input_tokens":3}`
      const text = `{"type":"assistant","message":{"usage":${usage}},"timestamp":${JSON.stringify(at)}}`
      if (isJson(text)) expect(check(text)).toBe('scanned')
      else scanText(text)
    })
    fc.assert(property, { numRuns: 1000 })
  })
})
