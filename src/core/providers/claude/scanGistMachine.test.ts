import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { compareWalks, openBoth } from '../../../testing/compareWalks'
import type { Bytes } from '../../framing/bytes'
import { ScanGistMachine } from './scanGistMachine'

const fixtures = join(import.meta.dirname, '../../../../fixtures/claude')
const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.includes('projects') && file.endsWith('.jsonl'))
  .sort()
  .map((file) => readFileSync(join(fixtures, file)))
const lines = files.flatMap((file) => file.toString('latin1').split('\n')).filter((line) => line !== '')
const short = lines.filter((line) => line.length < 4000)

const remembering = openBoth()

describe('the walk in machine code says what the scan says', () => {
  it('of all recordings, and gives up hardly any line', () => {
    const both = openBoth()
    let [read, asked] = [0, 0]
    for (const file of files) {
      const counts = compareWalks(both, file.toString('latin1').split('\n').slice(0, -1))
      read += counts.read
      asked += counts.asked
    }
    expect(read).toBeGreaterThan(2000)
    expect(asked).toBeLessThan(30)
  })

  it('of lines cut anywhere, also where the rest of them lies behind', () => {
    const some = short.filter((line, i) => line.length < 1500 && i % 61 === 0)
    expect(some.length).toBeGreaterThan(30)
    for (const line of some) {
      const cuts = Array.from({ length: line.length }, (_, i) => line.slice(0, i))
      for (let i = 0; i < cuts.length; i += 200) compareWalks(remembering, cuts.slice(i, i + 200))
      for (let cut = 1; cut < line.length; cut++) compareWalks(remembering, [line], cut)
    }
  })

  it('of lines with bytes changed, taken out or put in', () => {
    const tokens = fc.constantFrom(
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      ' ',
      '\t',
      '\0',
      '\u001f',
      '\x80',
      '\xff',
      '0',
      '-',
      'e',
      '\\"',
      '""',
      '\r',
    )
    const change = fc.tuple(
      fc.nat(),
      fc.nat(2),
      fc.oneof(
        tokens,
        fc.nat(255).map((byte) => String.fromCharCode(byte)),
      ),
    )
    const property = fc.property(fc.constantFrom(...short), fc.array(change, { minLength: 1, maxLength: 3 }), (line, changes) => {
      let text = line
      for (const [place, gone, added] of changes) {
        const at = place % (text.length + 1)
        text = text.slice(0, at) + (added === '\n' ? '' : added) + text.slice(at + gone)
      }
      compareWalks(remembering, [text])
    })
    fc.assert(property, { numRuns: 8000 })
  })

  it('of a line with any byte that matters at any of its places', () => {
    const line = short.find((text) => text.includes('"name":"Bash"') && text.includes('"usage"') && text.length < 1200)!
    const counts = { read: 0 }
    for (const byte of ['"', '\\', '}', ' ', '\x80', '\x01', '7']) {
      for (let i = 0; i < line.length; i++)
        counts.read += compareWalks(remembering, [line.slice(0, i) + byte + line.slice(i + 1), line]).read
    }
    expect(counts.read).toBeGreaterThan(line.length * 7)
  })
})

it('makes a string of a text that is new, and of no other', () => {
  const { marks, machine } = openBoth()
  const answer = (n: number): string =>
    `{"parentUuid":"uuid-${n - 1}","sessionId":"s","gitBranch":"main","cwd":"/home/dev","version":"2.1.327","requestId":"req-${n}",` +
    `"type":"assistant","message":{"id":"msg-${n}","model":"claude-sonnet-5-20260101","content":[` +
    `{"type":"tool_use","id":"toolu-${n}","name":"Bash","input":{"command":"do it"}}]},"uuid":"uuid-${n}"}`
  const lines = [1, 2, 3, 4].map(answer)
  const length = Buffer.from(`${lines.join('\n')}\n`).copy(marks.buffer)
  marks.mark(length)
  const made = vi.spyOn(marks.buffer, 'latin1Slice')
  let start = 0
  for (const line of lines) {
    made.mockClear()
    expect(machine.read(marks.buffer as unknown as Bytes, start, start + line.length)).toMatchObject({
      branch: 'main',
      cwd: '/home/dev',
    })
    // uuid, request, message, call; the hint is never remembered.
    if (start > 0) expect(made.mock.results.map(({ value }) => value).sort()).toHaveLength(5)
    start += line.length + 1
  }
})

describe('more than there is place for', () => {
  const both = openBoth()
  const assistant = (blocks: readonly string[]): string =>
    `{"type":"assistant","message":{"content":[${blocks.join(',')}]},"uuid":"u"}`

  it('blocks and new texts', () => {
    const tool = (i: number, n: number): string =>
      `{"type":"tool_use","id":"call-${n}-${i}","name":"Bash","input":{"command":"do ${i}"}}`
    for (let n = 0; n < 140; n++) {
      const text = assistant(Array.from({ length: n }, (_, i) => tool(i, n)))
      expect(compareWalks(both, [text, text]).asked).toBe(n > 48 ? 2 : 0)
      compareWalks(both, [assistant(Array.from({ length: n }, () => '7'))])
    }
  })

  it('keys of one kind of object', () => {
    for (let n = 0; n < 400; n++) {
      const keys = Array.from({ length: 5 }, (_, i) => `"key${n * 3 + i}":${i}`).join(',')
      expect(compareWalks(both, [`{${keys},"uuid":"${n}","type":"system",${keys}}`]).read).toBe(1)
    }
    for (const line of short) compareWalks(both, [line])
  })

  it('words that share a place', () => {
    for (let n = 0; n < 3000; n++) {
      const word = n.toString(36)
      expect(
        compareWalks(both, [
          assistant([`{"type":"tool_use","name":"Read","id":"${word}"}`]),
          `{"type":"assistant","message":{"stop_reason":"${word}"}}`,
        ]).read,
      ).toBe(2)
    }
  })

  it('texts of any length, with anything at their ends', () => {
    for (let length = 0; length < 300; length++) {
      for (const end of ['', 'é', '\\n', '\\"', '\\\\', '\u0002', '\\q']) {
        const inside = Buffer.from('t'.repeat(length) + end).toString('latin1')
        const at = `"uuid":"${inside}","cwd":"${inside}","type":"assistant"`
        const blocks = `{"type":"text","text":"${inside}"},{"type":"thinking","thinking":"${inside} and more"}`
        compareWalks(both, [`{${at},"message":{"id":"${inside}","stop_reason":"${inside}","content":[${blocks}]}}`])
      }
    }
  })
})

it('is refused by a machine that has no room for it, or cannot run it', () => {
  const { machine } = remembering.marks.buffer
  expect(ScanGistMachine.open({ ...machine, roomBytes: 1000 })).toBeNull()
  expect(ScanGistMachine.open({ ...machine, load: () => null })).toBeNull()
  expect(machine.load('AAAA')).toBeNull()
})
