import { spawn } from 'node:child_process'

/** The machine's display, or a virtual one while it is needed. */
export async function openDisplay() {
  const own = process.env['DISPLAY']
  if (own) return { name: own, close: () => undefined }
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const name = await new Promise((resolve, reject) => {
    server.stdout.once('data', (/** @type {Buffer} */ number) => resolve(`:${String(number).trim()}`))
    server.once('error', reject)
  })
  return { name: String(name), close: () => void server.kill('SIGTERM') }
}
