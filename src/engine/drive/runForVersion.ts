import { spawn } from 'node:child_process'

/** What a program said when it was asked which it is. */
export type VersionAnswer =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'hangs' }
  | { readonly kind: 'failed'; readonly reason: string }

const MOST_LETTERS = 64 * 1024

export interface VersionQuestion {
  readonly path: string
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly folder: string
  readonly limitMs: number
}

/** Runs it once, without a shell; one that does not end is killed with all it has started. */
export function runForVersion({ path, argv, env, folder, limitMs }: VersionQuestion): Promise<VersionAnswer> {
  return new Promise((resolve) => {
    const isGroup = process.platform !== 'win32'
    const child = spawn(path, [...argv], {
      env,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: isGroup,
      windowsHide: true,
    })
    let text = ''
    const end = (answer: VersionAnswer): void => {
      clearTimeout(timer)
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) kill(child.pid, isGroup)
      // A grandchild that holds the pipe must not hold us.
      child.stdout.destroy()
      child.stderr.destroy()
      resolve(answer)
    }
    const timer = setTimeout(() => end({ kind: 'hangs' }), limitMs)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => {
        if (text.length < MOST_LETTERS) text += part
      })
    }
    child.on('error', (error) => end({ kind: 'failed', reason: error.message }))
    child.on('close', (code, signal) => {
      if (code === 0) return end({ kind: 'said', text })
      const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`
      return end({ kind: 'failed', reason: `${how}${lastLine(text)}` })
    })
  })
}

function lastLine(text: string): string {
  const line = text.trim().split('\n').at(-1)?.trim().slice(0, 200)
  return line ? `: ${line}` : ''
}

function kill(pid: number, isGroup: boolean): void {
  try {
    process.kill(isGroup ? -pid : pid, 'SIGKILL')
  } catch {
    // It ended in this very moment.
  }
}
