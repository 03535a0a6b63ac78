import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followLines } from './followLines'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'follow-lines-'))
  path = join(folder, 'out')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Reads to the end, as of a writer that is gone. */
function readOut(from: number): Promise<string[]> {
  const seen: string[] = []
  return new Promise((resolve) => {
    const onLine = (line: Uint8Array, offset: number): void => void seen.push(`${offset} ${Buffer.from(line)}`)
    followLines(path, from, onLine, { onEnd: () => resolve(seen) }).finish()
  })
}

it('hands over every line with its place, from any line on', async () => {
  writeFileSync(path, 'one\ntwo\r\nthree\n{"last":1}')
  expect(await readOut(0)).toEqual(['0 one', '4 two', '9 three', '15 {"last":1}'])
  expect(await readOut(9)).toEqual(['9 three', '15 {"last":1}'])
  expect(await readOut(26)).toEqual([])
})

it('a last line that was cut off is nobody’s', async () => {
  writeFileSync(path, 'one\n{"cut":')
  expect(await readOut(0)).toEqual(['0 one'])
})

it('passes over a line of garbage, and only that', async () => {
  writeFileSync(path, 'one\n')
  const bytes = 4 + 65 * 1024 * 1024
  truncateSync(path, bytes)
  appendFileSync(path, '\ntwo\n')
  expect((await readOut(0)).map((line) => line.slice(0, 100))).toEqual(['0 one', `${bytes + 1} two`])
})

it('whoever stumbles over a line is told of the next ones, and of the end', async () => {
  const told = vi.spyOn(process, 'emitWarning').mockReturnValue()
  writeFileSync(path, 'one\nbad\ntwo\n')
  const seen: string[] = []
  const stumble = (words: string): void => {
    seen.push(words)
    if (words !== 'two') throw new TypeError(`a secret: ${words}`)
  }
  await new Promise<void>((resolve) => {
    const onEnd = (): void => {
      resolve()
      stumble('end')
    }
    const hooks = { onCaughtUp: () => stumble('caught up'), onEnd }
    followLines(path, 0, (line) => stumble(Buffer.from(line).toString()), hooks).finish()
  })
  await new Promise(setImmediate)
  expect(seen).toEqual(['one', 'bad', 'two', 'caught up', 'end'])
  expect(told).toHaveBeenCalledTimes(4)
  for (const [words] of told.mock.calls) expect(words).toMatch(/^What a session said could not be taken in: TypeError\n +at /)
  expect(JSON.stringify(told.mock.calls)).not.toContain('secret')
  told.mockRestore()
})

it('says once when what was there has been handed over', async () => {
  writeFileSync(path, 'one\ntwo\npart')
  const seen: string[] = []
  const onLine = (line: Uint8Array): void => void seen.push(Buffer.from(line).toString())
  await new Promise<void>((onEnd) => {
    const follower = followLines(path, 0, onLine, { onCaughtUp: caughtUp, onEnd })
    function caughtUp(): void {
      seen.push('caught up')
      appendFileSync(path, ' of three\n')
      follower.finish()
    }
    follower.look()
  })
  expect(seen).toEqual(['one', 'two', 'caught up', 'part of three'])
})

it('goes on where it stopped, and stops when asked', async () => {
  writeFileSync(path, 'one\n')
  const seen: string[] = []
  let heard = (): void => undefined
  const follower = followLines(path, 0, (line) => {
    seen.push(Buffer.from(line).toString())
    heard()
  })
  const next = (): Promise<void> => new Promise((resolve) => (heard = resolve))
  let waiting = next()
  follower.look()
  await waiting
  waiting = next()
  appendFileSync(path, 'two\n')
  follower.look()
  await waiting
  follower.close()
  appendFileSync(path, 'three\n')
  follower.look()
  expect(seen).toEqual(['one', 'two'])
})
