import { spawn } from 'node:child_process'

const programs: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  // `start` is a word of the shell; this is what it comes to.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Hands a link to the system's browser; null when it was taken, else what to do instead. */
export function openInBrowser(url: string, platform: string): Promise<string | null> {
  const [program = 'xdg-open', ...before] = programs[platform] ?? []
  return new Promise((resolve) => {
    const child = spawn(program, [...before, url], { stdio: 'ignore', detached: true })
    child.on('error', () => resolve(`no browser could be opened (${program} is missing): open the link yourself.`))
    child.on('spawn', () => resolve(null))
    child.unref()
  })
}
