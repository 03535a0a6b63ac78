// Starts a packaged program for Playwright and keeps the address of its page back until the window is at rest: e2e/app/harness.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'

const pollMs = 25
const [program = '', ...words] = process.argv.slice(2)
const child = spawn(program, words, { stdio: ['inherit', 'inherit', 'pipe'] })
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 128)
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal))

for await (const line of createInterface({ input: child.stderr })) {
  const [, port] = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line) ?? []
  if (port === undefined) process.stderr.write(`${line}\n`)
  else void windowAtRest(port).finally(() => process.stderr.write(`${line}\n`))
}

/** @param {string} port */
async function windowAtRest(port) {
  while (child.exitCode === null && child.signalCode === null) {
    const page = await findPage(port)
    if (page !== null && (await isLoaded(page))) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** The address of the window's own debugger; null: there is no window yet. @param {string} port @returns {Promise<string | null>} */
async function findPage(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
  const targets = /** @type {{ type: string, url: string, webSocketDebuggerUrl?: string }[]} */ ((await answer?.json()) ?? [])
  return targets.find(({ type, url }) => type === 'page' && /^[a-z-]+:\/\/page\//.test(url))?.webSocketDebuggerUrl ?? null
}

/** @param {string} url @returns {Promise<boolean>} */
function isLoaded(url) {
  const socket = new WebSocket(url)
  return new Promise((resolve) => {
    let answer = false
    const expression = "document.readyState === 'complete' && document.querySelector('footer') !== null"
    socket.on('open', () => socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } })))
    socket.on('message', (text) => {
      answer = JSON.parse(String(text)).result?.result?.value === true
      socket.close()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}
