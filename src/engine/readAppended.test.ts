import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TailOptions, TailOutcome } from './readAppended'
import { readAppended } from './readAppended'
import { NEW_TAIL } from './tailState'
import { countHandles, makeTestFolder } from './watchTestFollower'

let folder: ReturnType<typeof makeTestFolder>
let file: string
beforeEach(() => {
  folder = makeTestFolder()
  file = join(folder.path, 'f.jsonl')
})
afterEach(() => folder.remove())

/** A reader with its state, showing what each look brought. */
function tailOf(path: string) {
  let state = NEW_TAIL
  let text = ''
  return {
    get text() {
      return text
    },
    get state() {
      return state
    },
    look(options: TailOptions = {}) {
      let added = ''
      const sink = {
        onReplaced: (why: string) => {
          text = ''
          added += `[${why}]`
        },
        onLines: (buffer: Buffer, start: number, end: number, fileOffset: number) => {
          const lines = buffer.toString('utf8', start, end)
          expect(fileOffset).toBe(Buffer.byteLength(text))
          text += lines
          added += lines
        },
        onSkipped: (offset: number, bytes: number) => {
          added += `[skipped ${bytes} at ${offset}]`
          text += 'x'.repeat(bytes)
        },
      }
      const outcome: TailOutcome = readAppended(state, path, sink, options)
      state = outcome.state
      return { ...outcome, added }
    },
  }
}

describe('what happened to the file', () => {
  it('grown, unchanged, and an incomplete last line that waits', () => {
    const tail = tailOf(file)
    expect(tail.look().kind).toBe('gone')
    writeFileSync(file, 'one\ntw')
    expect(tail.look()).toMatchObject({ kind: 'grown', added: 'one\n', pendingBytes: 2 })
    expect(tail.look()).toMatchObject({ kind: 'unchanged', added: '' })
    appendFileSync(file, 'o\r\n')
    expect(tail.look()).toMatchObject({ kind: 'grown', added: 'two\r\n', pendingBytes: 0 })
    expect(tail.look().kind).toBe('unchanged')
  })

  it('replaced: by rename, cut short, rewritten in place, cut and grown again', () => {
    const tail = tailOf(file)
    writeFileSync(file, 'one\ntwo\n')
    tail.look()
    writeFileSync(`${file}.tmp`, 'one\ntwo\nthree\n')
    renameSync(`${file}.tmp`, file)
    expect(tail.look()).toMatchObject({ kind: 'replaced', added: '[other_inode]one\ntwo\nthree\n' })
    truncateSync(file, 4)
    expect(tail.look()).toMatchObject({ kind: 'replaced', added: '[shrunk]one\n' })
    writeFileSync(file, 'eno\n')
    utimesSync(file, 1, 1)
    expect(tail.look()).toMatchObject({ kind: 'replaced', added: '[head_differs]eno\n' })
    const head = `${'h'.repeat(2000)}\n`
    writeFileSync(file, `${head}short\n`)
    tail.look()
    writeFileSync(file, `${head}a longer line than before\n`)
    expect(tail.look()).toMatchObject({ kind: 'replaced', added: `[line_moved]${head}a longer line than before\n` })
  })

  it('touched only: unchanged, with the new time kept', () => {
    const tail = tailOf(file)
    writeFileSync(file, 'one\n')
    tail.look()
    utimesSync(file, 5, 5)
    expect(tail.look()).toMatchObject({ kind: 'unchanged', added: '', state: { mtimeMs: 5000 } })
  })

  it('a file cut inside its incomplete last line is read anew', () => {
    const tail = tailOf(file)
    writeFileSync(file, 'one\nincomplete')
    tail.look()
    truncateSync(file, 6)
    appendFileSync(file, '\n')
    expect(tail.look()).toMatchObject({ kind: 'replaced', added: '[shrunk]one\nin\n' })
  })

  it('a folder, and a pipe nobody writes to, are unreadable and do not block', () => {
    mkdirSync(join(folder.path, 'd'))
    expect(tailOf(join(folder.path, 'd')).look()).toMatchObject({ kind: 'unreadable' })
    execFileSync('mkfifo', [join(folder.path, 'pipe')])
    expect(tailOf(join(folder.path, 'pipe')).look()).toMatchObject({ kind: 'unreadable', reason: 'not_a_file' })
    expect(tailOf(join(file, 'below-a-file')).look().kind).toBe('gone')
  })
})

describe('a last line without its end', () => {
  it('is taken only when asked for, and only if it is complete JSON', () => {
    const tail = tailOf(file)
    writeFileSync(file, '{"a":1}\n{"b":')
    tail.look({ acceptUnterminatedJson: true })
    expect(tail.text).toBe('{"a":1}\n')
    appendFileSync(file, '2}')
    expect(tail.look().added).toBe('')
    expect(tail.look({ acceptUnterminatedJson: true })).toMatchObject({ added: '{"b":2}', pendingBytes: 0 })
    expect(tail.look({ acceptUnterminatedJson: true }).added).toBe('')
  })

  it('a number, which might be torn, is not taken', () => {
    writeFileSync(file, '12')
    expect(tailOf(file).look({ acceptUnterminatedJson: true }).added).toBe('')
  })

  it('when the writer comes back after all: its line end is no new record, a longer line is read anew', () => {
    for (const [more, added] of [
      ['\n{"c":3}\n', '\n{"c":3}\n'],
      [',"d":4}\n', '[line_moved]{"b":2},"d":4}\n'],
    ]) {
      rmSync(file, { force: true })
      const tail = tailOf(file)
      writeFileSync(file, '{"b":2}')
      tail.look({ acceptUnterminatedJson: true })
      appendFileSync(file, more ?? '')
      expect(tail.look().added).toBe(added)
      expect(tail.look().added).toBe('')
    }
  })
})

describe('large files', () => {
  it('a 50 MB line among short ones, arriving in pieces', () => {
    const tail = tailOf(file)
    writeFileSync(file, 'short\n')
    const piece = Buffer.alloc(10 << 20, 'y')
    for (let i = 0; i < 5; i++) {
      appendFileSync(file, piece)
      expect(tail.look()).toMatchObject({ added: i === 0 ? 'short\n' : '', pendingBytes: (i + 1) * piece.length })
      expect(tail.state.scannedTo).toBe(6 + (i + 1) * piece.length)
    }
    appendFileSync(file, '\nafter\n')
    const { added } = tail.look()
    expect(added.length).toBe(5 * piece.length + '\nafter\n'.length)
    expect(added.endsWith('y\nafter\n')).toBe(true)
  })

  it('a line beyond the limit is passed over and said so', () => {
    const tail = tailOf(file)
    writeFileSync(file, `a\n${'y'.repeat(5 << 20)}`)
    expect(tail.look({ maxLineBytes: 2 << 20 })).toMatchObject({ added: 'a\n', isComplete: true })
    appendFileSync(file, 'z\nb\n')
    expect(tail.look({ maxLineBytes: 2 << 20 }).added).toBe(`[skipped ${(5 << 20) + 2} at 2]b\n`)
  })

  it('stops when asked, goes on from its state, and always gets further', () => {
    const line = `${'z'.repeat(300_000)}\n`
    writeFileSync(file, line.repeat(40))
    const tail = tailOf(file)
    let looks = 0
    while (!('isComplete' in tail.look({ shouldYield: () => true }) && tail.state.offset === line.length * 40)) looks++
    expect(looks).toBeGreaterThan(5)
    expect(tail.text).toBe(line.repeat(40))
    const aborted = tailOf(file).look({ signal: AbortSignal.abort() })
    expect(aborted).toMatchObject({ kind: 'grown', isComplete: false })
  })

  it('a sink may read another file meanwhile', () => {
    const other = join(folder.path, 'other')
    writeFileSync(file, 'outer one\nouter two\n')
    writeFileSync(other, 'inner\n'.repeat(1000))
    let seen = ''
    readAppended(NEW_TAIL, file, {
      onLines: (buffer, start, end) => {
        tailOf(other).look()
        seen += buffer.toString('utf8', start, end)
      },
    })
    expect(seen).toBe('outer one\nouter two\n')
  })
})

it('holds no handle afterwards, also when the sink throws', () => {
  const before = countHandles().files
  writeFileSync(file, 'one\n')
  const failing = (): void => {
    throw new Error('a bug in the sink')
  }
  for (let i = 0; i < 50; i++) expect(() => readAppended(NEW_TAIL, file, { onLines: failing })).toThrow('a bug')
  for (let i = 0; i < 50; i++) tailOf(file).look()
  expect(countHandles().files).toBe(before)
})

it('any cutting of any content into appends gives the same lines', () => {
  const pieces = fc.array(fc.oneof(fc.constant('\n'), fc.constant('\r\n'), fc.string(), fc.constant('é€😀'.repeat(50))), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(pieces, fc.boolean(), (parts, stopOften) => {
      rmSync(file, { force: true })
      const tail = tailOf(file)
      for (const part of parts) {
        appendFileSync(file, part)
        tail.look({ shouldYield: () => stopOften })
      }
      const whole = parts.join('')
      while (parts.length > 0 && tail.look().kind !== 'unchanged');
      expect(tail.text).toBe(
        Buffer.from(whole)
          .toString()
          .slice(0, Buffer.from(whole).toString().lastIndexOf('\n') + 1),
      )
    }),
    { numRuns: 100 },
  )
})
