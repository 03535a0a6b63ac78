import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RememberedChild } from '../../core/childMemory'
import { handTimers } from '../../testing/handTimers'
import { type ChildBook, openChildBook } from './openChildBook'

const DAY_MS = 86_400_000
const START = 1_000 * DAY_MS

let folder: string
let warnings: string[]
let timers: ReturnType<typeof handTimers>
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'understory-children-')), 'state')
  warnings = []
  timers = handTimers(START)
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const file = (): string => join(folder, 'children.json')
const open = (): ChildBook => openChildBook(folder, (message) => warnings.push(message), timers)

function child(id: string, more: Partial<RememberedChild> = {}): RememberedChild {
  const place = { run: 'run', parent: 'run', type: 'explore', title: 'Look', evidence: 'session', guess: null } as const
  return { id, ...place, directory: '/home/dev/acme', teller: 'http://127.0.0.1:1', ...more }
}

/** Learnt by a program that watches, and has ended since. */
function learn(...children: readonly RememberedChild[]): void {
  const book = open()
  const held = book.hold()
  for (const one of children) book.of('toy').keep(one)
  held.release()
}

const kept = (): { format: number; children: (RememberedChild & { since: number; seen: number })[] } =>
  JSON.parse(readFileSync(file(), 'utf8'))

it('[S1.7] keeps where a child stands beyond the end of the program, readable by nobody else', () => {
  learn(child('a'))
  expect(open().of('toy').of('a')).toMatchObject(child('a'))
  expect(open().of('other').of('a')).toBeNull()
  expect(kept()).toEqual({ format: 1, children: [{ ...child('a'), provider: 'toy', since: START, seen: START }] })
  expect(readdirSync(folder).sort()).toEqual(['children.json', 'children.json.lock'])
  if (process.platform === 'win32') return
  const modes = [folder, file(), `${file()}.lock`].map((path) => statSync(path).mode & 0o777)
  expect(modes).toEqual([0o700, 0o600, 0o600])
})

it('leaves no trace of a program that only looks, and keeps what it has learnt when somebody watches', () => {
  const book = open()
  book.of('toy').keep(child('a'))
  timers.pass(60_000)
  expect(book.of('toy').of('a')).toMatchObject(child('a'))
  expect(book.state()).toEqual({ path: file(), children: 0, note: null })
  expect(existsSync(folder)).toBe(false)
  // Somebody begins to watch.
  book.hold()
  timers.pass(3000)
  expect(kept().children).toHaveLength(1)
})

it('writes once for a crowd, a moment after it came', () => {
  const book = open()
  book.hold()
  for (let at = 0; at < 50; at++) book.of('toy').keep(child(`c${at}`))
  timers.pass(2900)
  expect(existsSync(file())).toBe(false)
  timers.pass(100)
  expect(kept().children).toHaveLength(50)
  const { mtimeMs, ino } = statSync(file())
  // Said once more it is nothing new.
  book.of('toy').keep(child('c1'))
  timers.pass(60_000)
  expect(statSync(file())).toMatchObject({ mtimeMs, ino })
})

it('[S1.7] forgets what is gone', () => {
  learn(child('a'), child('b'))
  const book = open()
  book.hold()
  book.of('toy').forget('a')
  expect([...book.of('toy').all()].map(({ id }) => id)).toEqual(['b'])
  book.close()
  expect(kept().children.map(({ id }) => id)).toEqual(['b'])
})

it('two programs at once lose nothing of one another', () => {
  learn(child('old'))
  const [one, other] = [open(), open()]
  for (const book of [one, other]) book.hold()
  expect([one.state().children, other.state().children]).toEqual([1, 1])
  one.of('toy').keep(child('a'))
  other.of('toy').keep(child('b'))
  other.of('toy').forget('old')
  one.close()
  other.close()
  one.hold()
  one.of('toy').keep(child('c'))
  one.close()
  expect(
    kept()
      .children.map(({ id }) => id)
      .sort(),
  ).toEqual(['a', 'b', 'c'])
})

it('sees what another program has written since', () => {
  const book = open()
  expect(book.of('toy').of('a')).toBeNull()
  learn(child('a'))
  timers.pass(1000)
  expect(book.of('toy').of('a')).toMatchObject(child('a'))
})

it('a guess never outweighs proof that another program had, and stays a guess', () => {
  const guess = child('a', { parent: 'other', run: 'other', evidence: 'guess', guess: 'it was alone' })
  const late = open()
  late.hold()
  late.of('toy').keep(guess)
  learn(child('a'))
  late.close()
  expect(open().of('toy').of('a')).toMatchObject(child('a'))
  learn({ ...guess, id: 'b' })
  expect(open().of('toy').of('b')).toMatchObject({ evidence: 'guess', guess: 'it was alone' })
})

it('a guess that has lost its reason is not taken for proof', () => {
  learn(child('a', { evidence: 'guess', guess: 'it was alone' }))
  writeFileSync(file(), readFileSync(file(), 'utf8').replace('"it was alone"', 'null'))
  expect(open().of('toy').of('a')).toBeNull()
})

it('the same id in another folder is another session, whatever was known', () => {
  learn(child('a'))
  timers.pass(DAY_MS)
  const other = child('a', { directory: '/elsewhere', evidence: 'task' })
  learn(other)
  expect(kept().children).toEqual([{ ...other, provider: 'toy', since: START + DAY_MS, seen: START + DAY_MS }])
})

it('remembers when a place was learnt, and forgets it 90 days after it was last said', () => {
  learn(child('a'), child('b'))
  timers.pass(80 * DAY_MS)
  learn(child('a', { title: 'Another' }))
  expect(kept().children.find(({ id }) => id === 'a')).toMatchObject({ since: START, seen: START + 80 * DAY_MS })
  timers.pass(20 * DAY_MS)
  learn(child('c'))
  expect(kept().children.map(({ id }) => id)).toEqual(['a', 'c'])
})

it('keeps the latest 4000', () => {
  learn(child('eldest'))
  timers.pass(DAY_MS)
  learn(...Array.from({ length: 4000 }, (_, at) => child(`c${at}`)))
  const { children } = kept()
  expect(children).toHaveLength(4000)
  expect(children.some(({ id }) => id === 'eldest')).toBe(false)
})

it.each(['{"format":1,"children":[{"id":1}]}', 'garbage', ''])('puts aside what it cannot understand: %s', (text) => {
  learn(child('a'))
  writeFileSync(file(), text)
  const looking = open()
  expect([looking.of('toy').of('a'), looking.state().note]).toEqual([null, 'it cannot be understood'])
  expect(readFileSync(file(), 'utf8')).toBe(text)
  learn(child('b'))
  expect(kept().children.map(({ id }) => id)).toEqual(['b'])
  const aside = readdirSync(folder).find((name) => name.includes('garbled')) ?? ''
  expect(readFileSync(join(folder, aside), 'utf8')).toBe(text)
  expect(warnings).toEqual([`${file()} could not be read and is kept as ${join(folder, aside)}`])
})

it('leaves alone what a newer release has written, and says so', () => {
  learn(child('a'))
  const newer = '{"format":2,"children":{}}'
  writeFileSync(file(), newer)
  learn(child('b'))
  expect(readFileSync(file(), 'utf8')).toBe(newer)
  expect(open().state()).toEqual({ path: file(), children: 0, note: 'a newer release wrote it, so it is left alone' })
  expect(warnings).toEqual([`where agents stand cannot be kept in ${file()}: a newer release wrote it, so it is left alone`])
})

it('goes on where nothing can be written', () => {
  writeFileSync(folder, 'a file where the folder should be')
  const book = open()
  book.hold()
  book.of('toy').keep(child('a'))
  timers.pass(3000)
  expect(book.of('toy').of('a')).toMatchObject(child('a'))
  expect(warnings).toHaveLength(1)
})
