import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeSession } from './writeSession'

let base: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'understory-write-')))
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

async function* lines(...texts: readonly (string | Error)[]): AsyncGenerator<string> {
  for (const text of texts) {
    if (typeof text !== 'string') throw text
    yield text
  }
}

describe('writeSession', () => {
  it('makes one private file, and the folder for it', async () => {
    const project = join(base, 'projects/p')
    const file = await writeSession({ project, session: 's', lines: lines('a\n', 'b\n') })
    expect(readFileSync(file, 'utf8')).toBe('a\nb\n')
    expect([statSync(file).mode & 0o777, statSync(file).nlink]).toEqual([0o600, 1])
    expect(readdirSync(project)).toEqual(['s.jsonl'])
  })

  it('takes away what it made when something fails on the way, and only that', async () => {
    mkdirSync(join(base, 'projects'))
    const failing = () => lines('a\n', new Error('gone'))
    await expect(writeSession({ project: join(base, 'projects/p'), session: 's', lines: failing() })).rejects.toThrow('gone')
    expect(readdirSync(join(base, 'projects'))).toEqual([])
    mkdirSync(join(base, 'projects/p'))
    writeFileSync(join(base, 'projects/p/other.jsonl'), 'x')
    await expect(writeSession({ project: join(base, 'projects/p'), session: 's', lines: failing() })).rejects.toThrow('gone')
    expect(readdirSync(join(base, 'projects/p'))).toEqual(['other.jsonl'])
    expect(existsSync(base)).toBe(true)
  })

  it('never writes over what is there', async () => {
    for (const taken of ['s.jsonl', 't.jsonl.part']) {
      writeFileSync(join(base, taken), 'mine')
      await expect(writeSession({ project: base, session: taken.slice(0, 1), lines: lines('a\n') })).rejects.toThrow('EEXIST')
      expect(readFileSync(join(base, taken), 'utf8')).toBe('mine')
    }
    expect(readdirSync(base).sort()).toEqual(['s.jsonl', 't.jsonl.part'])
  })
})
