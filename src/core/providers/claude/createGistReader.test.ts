import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bytes } from '../../framing/bytes'
import { splitLines } from '../../framing/splitLines'
import { createGistReader } from './createGistReader'
import { gistDifference } from './gistDifference'
import { needsWhole } from './needsWhole'
import { parseGist } from './parseGist'

type Json = Record<string, unknown>

const fixtures = join(import.meta.dirname, '../../../../fixtures/claude')
const lines = fixtureLines()

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

// Node's Buffer has the two slice methods; its published types leave them out.
function bytesOf(content: string | Uint8Array): Bytes {
  return Buffer.from(content as string) as unknown as Bytes
}

describe('fixtures', () => {
  it('hands over the whole record where it is needed', () => {
    const reader = createGistReader({ mode: 'skim', sampleEvery: 3 })
    for (const line of lines) {
      const record = JSON.parse(line) as Json
      const bytes = bytesOf(line)
      const read = reader.read(bytes, 0, bytes.length)
      if (read.kind !== 'gist') throw new Error(read.kind)
      if (needsWhole(parseGist(record)!, record)) expect(read.gist.whole).toEqual(record)
    }
    expect(reader).toMatchObject({ mismatches: 0, firstMismatch: null, mode: 'skim' })
  })
})

describe('damaged lines', () => {
  const line = fc.constantFrom(...lines)
  const reader = createGistReader({ mode: 'skim', sampleEvery: 200 })

  it('truncated lines are bad, torn ones joined to the next too', () => {
    const property = fc.property(line, line, fc.nat(), (text, next, cut) => {
      const start = Buffer.from(text).subarray(0, 1 + (cut % (Buffer.byteLength(text) - 1)))
      const torn = bytesOf(start)
      expect(reader.read(torn, 0, torn.length).kind).toBe('bad')
      const joined = bytesOf(Buffer.concat([start, Buffer.from(next)]))
      expect(reader.read(joined, 0, joined.length).kind).toBe('bad')
    })
    fc.assert(property, { numRuns: 2000 })
  })

  it('flipped bytes never throw, and whatever is still JSON is read as parse reads it', () => {
    const flips = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 })
    const property = fc.property(line, flips, (text, changes) => {
      const bytes = Buffer.from(text)
      for (const [at, value] of changes) bytes[at % bytes.length] = value
      const read = reader.read(bytesOf(bytes), 0, bytes.length)
      const changed = bytes.toString('utf8')
      if (!isJson(changed)) return
      const parsed = parseGist(JSON.parse(changed))
      if (parsed !== null && read.kind === 'gist') expect(gistDifference(read.gist, parsed)).toBeNull()
      else expect(parsed).toBeNull()
    })
    fc.assert(property, { numRuns: 4000 })
  })
})

describe('lines that are no records', () => {
  const kinds: readonly (readonly [string, string | Uint8Array, unknown])[] = [
    ['empty', '', { kind: 'blank' }],
    ['spaces', ' \t ', { kind: 'blank' }],
    ['NULs', new Uint8Array(64), { kind: 'bad', reason: 'NUL bytes' }],
    ['a hole', '\0\0\0{"type":"user"}', { kind: 'bad', reason: 'NUL bytes' }],
    ['words', 'secret words', { kind: 'bad', reason: 'not valid JSON' }],
    ['a list', '[1]', { kind: 'bad', reason: 'JSON, but not an object' }],
    ['a number', '7', { kind: 'bad', reason: 'JSON, but not an object' }],
    ['null', 'null', { kind: 'bad', reason: 'JSON, but not an object' }],
    ['half a record', '{"type":"user","message":{"content":[', { kind: 'bad', reason: 'not valid JSON' }],
  ]
  it.each(kinds)('%s', (_, content, expected) => {
    const bytes = bytesOf(content)
    for (const mode of ['skim', 'exact'] as const) {
      expect(createGistReader({ mode, sampleEvery: 200 }).read(bytes, 0, bytes.length)).toEqual(expected)
    }
  })

  it('reads an empty object and JSON with spaces', () => {
    const reader = createGistReader({ mode: 'skim', sampleEvery: 200 })
    for (const text of ['{}', ' {"type" : "user"} ', '{ "type": "attachment" , "uuid": "u" }']) {
      const bytes = bytesOf(text)
      expect(reader.read(bytes, 0, bytes.length).kind).toBe('gist')
    }
  })

  it('reads invalid UTF-8 with replacement characters', () => {
    const bytes = Buffer.from('{"type":"attachment","cwd":"/a_b","uuid":"u"}')
    bytes[bytes.indexOf('_')] = 0xff
    const read = createGistReader({ mode: 'skim', sampleEvery: 1 }).read(bytesOf(bytes), 0, bytes.length)
    expect(read).toMatchObject({ kind: 'gist', gist: { cwd: '/a\ufffdb' } })
  })

  it('reads a line of 50 MB', () => {
    const text = 'say "no" \\ '.repeat(2_500_000)
    const block = { type: 'tool_result', tool_use_id: 't', content: text }
    const bytes = bytesOf(`${JSON.stringify({ type: 'user', message: { content: [block] }, uuid: 'u' })}\n`)
    let seen = 0
    splitLines(bytes, 0, bytes.length, (start, end) => {
      seen++
      const read = createGistReader({ mode: 'skim', sampleEvery: 200 }).read(bytes, start, end)
      expect(read).toMatchObject({ kind: 'gist', gist: { uuid: 'u', blocks: [{ kind: 'tool_result', callId: 't' }] } })
    })
    expect(seen).toBe(1)
  })
})

describe('self-check', () => {
  it('compares every n-th scanned line, and ends skimming at the first difference', () => {
    // A control character inside a text is the one thing that scan steps over and JSON.parse refuses.
    const good = bytesOf('{"type":"attachment","uuid":"u"}')
    const odd = bytesOf('{"type":"attachment","attachment":"a\u0001b"}')
    const reader = createGistReader({ mode: 'skim', sampleEvery: 3 })
    const kinds = [good, odd, odd, odd].map((bytes) => reader.read(bytes, 0, bytes.length).kind)
    expect(kinds).toEqual(['gist', 'gist', 'bad', 'bad'])
    expect(reader.mode).toBe('exact')
    expect(reader.mismatches).toBe(1)
    expect(reader.firstMismatch).toBe('invalid JSON of a record of type attachment')
  })
})
