import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { fakeProcessFolder } from '../../testing/processFolder'
import { readLockTable, readThreadLocks } from './threadLocks'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function home() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'understory-codex-')))
  const processes = fakeProcessFolder()
  closing.push(processes.close, () => rmSync(root, { recursive: true }))
  const lock = (thread: string): string => {
    mkdirSync(join(root, 'thread-writer-locks'), { recursive: true })
    const path = join(root, 'thread-writer-locks', `${thread}.lock`)
    writeFileSync(path, '')
    return path
  }
  return { root, processes, lock }
}

/** As the kernel prints it; `device` as on file systems that print another one than they show. */
function lineOf(path: string, pid: number, device?: string): string {
  const { ino, dev } = statSync(path)
  const hex = (value: number): string => value.toString(16).padStart(2, '0')
  return `FLOCK  ADVISORY  WRITE ${pid} ${device ?? `${hex(dev >> 8)}:${hex(dev & 0xff)}`}:${ino} 0 EOF`
}

const table = (lines: readonly string[]): string => lines.map((line, at) => `${at + 1}: ${line}\n`).join('')

test('a locked thread is held by its process; one that is left over or only waited for is not', () => {
  const { root, processes, lock } = home()
  const [held, over, wanted, elsewhere] = ['a', 'b', 'c', 'd'].map(lock)
  writeFileSync(join(root, 'thread-writer-locks', 'notes.txt'), '')
  const lines = [
    lineOf(held!, 501),
    'POSIX  ADVISORY  READ 502 fe:00:1 128 128',
    `-> ${lineOf(wanted!, 503)}`,
    lineOf(over!, 504).replace('FLOCK', 'POSIX'),
    lineOf(elsewhere!, 505, '77:77'),
    lineOf(lock('e'), -1),
  ]
  processes.write('locks', table(lines))
  expect(readThreadLocks(root, processes)).toEqual({
    holders: new Map([
      ['a', 501],
      ['e', null],
    ]),
    hasLocks: true,
  })
})

test('where the device is another one than the file system shows, the open files of the product’s programs decide', () => {
  const { root, processes, lock } = home()
  const [one, two] = ['one', 'two'].map(lock)
  processes.write('locks', table([lineOf(one!, 601, '00:2f'), lineOf(two!, 602, '00:2f')]))
  processes.program(601, 'codex', { open: [one!] })
  processes.program(602, 'other', { open: [two!] })
  expect(readThreadLocks(root, processes).holders).toEqual(new Map([['one', 601]]))
})

test('nothing is known without the kernel’s table, and little without locks', () => {
  const { root, processes, lock } = home()
  expect(readThreadLocks(root, processes)).toEqual({ holders: null, hasLocks: false })
  processes.write('locks', '')
  expect(readThreadLocks(root, processes)).toEqual({ holders: new Map(), hasLocks: false })
  lock('a')
  expect(readThreadLocks(root, processes)).toEqual({ holders: new Map(), hasLocks: true })
})

test('the lines of a real table', () => {
  const { processes } = home()
  processes.write(
    'locks',
    '1: FLOCK  ADVISORY  WRITE 18894 fe:00:2304066 0 EOF\n2: POSIX  ADVISORY  READ 18894 fe:00:2303042 128 128\n3: FLOCK  ADVISORY  WRITE 7 103:0a:2304066 0 EOF\n4: LEASE  ACTIVE    READ 9 fe:00:5 0 EOF\n',
  )
  expect(readLockTable(processes)).toEqual(
    new Map([
      [
        '2304066',
        [
          { pid: 18894, device: 'fe:00' },
          { pid: 7, device: '103:0a' },
        ],
      ],
    ]),
  )
})
