// The first command in a fresh clone: installs and builds what is missing, then opens the app; where that cannot be, it serves the page.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureElectron } from './electron/ensureElectron.mjs'
import { ensureBuilt, ensureInstalled, projectRoot } from './project.mjs'

const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])

if (!ensureInstalled()) refuse('npm ci failed')
else if (!ensureBuilt()) refuse('the build failed')
else {
  // The runtime of the registry is for tests: a person's own app is the official one, or a page in their browser.
  if (hasDisplay) ensureElectron({ allowsRegistry: false })
  start()
}

function start() {
  const child = spawn(process.execPath, [join(projectRoot, 'bin', 'understory'), 'app', ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal has sent Ctrl-C to the child already; a second one would mean "at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', (error) => refuse(error.message))
  child.on('exit', (code) => process.exit(code ?? 1))
}

/** @param {string} reason */
function refuse(reason) {
  process.stderr.write(`understory: ${reason}\n`)
  process.exitCode = 1
}
