import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that looks like Linux's /proc, with the programs that a test puts there. */
export interface FakeProcessFolder {
  readonly path: string
  readonly uid: number | null
  program(pid: number, name: string, more?: { cwd?: string; open?: readonly string[]; startTicks?: number }): void
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
    program(pid, name, { cwd = '/', open = [], startTicks = 100 } = {}) {
      mkdirSync(join(path, String(pid), 'fd'), { recursive: true })
      write(`${pid}/comm`, `${name}\n`)
      // A name may look like the fields that follow it.
      write(`${pid}/stat`, `${pid} (${name} ) S) S ${'0 '.repeat(18)}${startTicks} 0 0\n`)
      symlinkSync(cwd, join(path, String(pid), 'cwd'))
      for (const [at, target] of open.entries()) symlinkSync(target, join(path, String(pid), 'fd', String(at)))
    },
    end: (pid) => rmSync(join(path, String(pid)), { recursive: true }),
    close: () => rmSync(path, { recursive: true, force: true }),
  }
}
