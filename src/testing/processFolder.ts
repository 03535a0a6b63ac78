import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface FakeProgram {
  readonly cwd?: string
  /** Files that it reads, sockets and the like. */
  readonly open?: readonly string[]
  /** Files that it has open to append to them. */
  readonly writes?: readonly string[]
  readonly startTicks?: number
  readonly parent?: number
}

/** A folder that looks like Linux's /proc, with the programs that a test puts there. */
export interface FakeProcessFolder {
  readonly path: string
  readonly uid: number | null
  program(pid: number, name: string, more?: FakeProgram): void
  end(pid: number): void
  write(path: string, text: string): void
  close(): void
}

/** Programs began so many seconds after the epoch plus their ticks. */
export const BOOT_SECONDS = 1_700_000_000

export function fakeProcessFolder(): FakeProcessFolder {
  const path = mkdtempSync(join(tmpdir(), 'understory-proc-'))
  const write = (name: string, text: string): void => writeFileSync(join(path, name), text)
  write('stat', `cpu 1 2 3\nbtime ${BOOT_SECONDS}\nprocesses 9\n`)
  return {
    path,
    uid: process.getuid?.() ?? null,
    write,
    program(pid, name, { cwd = '/', open = [], writes = [], startTicks = 100, parent = 0 } = {}) {
      mkdirSync(join(path, String(pid), 'fd'), { recursive: true })
      write(`${pid}/comm`, `${name}\n`)
      // A name may look like the fields that follow it.
      write(`${pid}/stat`, `${pid} (${name} ) S) S ${parent} ${'0 '.repeat(17)}${startTicks} 0 0\n`)
      symlinkSync(cwd, join(path, String(pid), 'cwd'))
      mkdirSync(join(path, String(pid), 'fdinfo'), { recursive: true })
      for (const [at, target] of [...open, ...writes].entries()) {
        symlinkSync(target, join(path, String(pid), 'fd', String(at)))
        write(`${pid}/fdinfo/${at}`, `pos:\t0\nflags:\t${at < open.length ? '02100000' : '02102001'}\nmnt_id:\t21\n`)
      }
    },
    end: (pid) => rmSync(join(path, String(pid)), { recursive: true }),
    close: () => rmSync(path, { recursive: true, force: true }),
  }
}
