import { execFile } from 'node:child_process'

export interface ShellResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** What a person gets who pastes this into a shell that knows nothing of ours. */
export function pasteIntoShell(
  command: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ShellResult> {
  const own = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, ...env }
  return new Promise((resolve) => {
    const child = execFile('sh', ['-c', command], { cwd: folder, env: own }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, stdout, stderr })
    })
    child.stdin?.end()
  })
}
