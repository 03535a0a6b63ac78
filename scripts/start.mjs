// The first command in a fresh clone: installs and builds what is missing, then shows the live tree in the terminal.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, projectRoot } from './project.mjs'

if (!ensureInstalled()) refuse('npm ci failed')
else if (!ensureBuilt()) refuse('the build failed')
else start()

function start() {
  const child = spawn(process.execPath, [join(projectRoot, 'bin', 'understory'), 'watch', ...process.argv.slice(2)], {
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
