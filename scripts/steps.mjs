// Runs on Node 20 before anything is installed, like project.mjs.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './project.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** Sums what the steps counted. @param {readonly Counts[]} all @returns {Counts} */
export function sumCounts(all) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const counts of all) {
    sum.passed += counts.passed
    sum.failed += counts.failed
    sum.skipped += counts.skipped
  }
  return sum
}

/**
 * What a vitest JSON report counts. A file that cannot be loaded fails without a failing test in it, so it is looked for apart.
 * @param {string | undefined} report @param {boolean} isOk how the process ended @returns {Counts}
 */
export function readReport(report, isOk) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(report)
  const failedFiles = /** @type {{ status: string, assertionResults: { status: string }[] }[]} */ (testResults).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  const failed = numFailedTests + failedFiles.length
  return { passed: numPassedTests, failed: failed === 0 && !isOk ? 1 : failed, skipped: numPendingTests + numTodoTests }
}

/** A script of package.json as one check: passed or failed. @param {string} name @returns {Counts} */
export function runScript(name) {
  const isOk = timed(name, () => npmRun([name]))
  return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, skipped: 0 }
}

/** A vitest project, counted test by test. @param {'unit' | 'integration' | 'e2e'} project @returns {Counts} */
export function runTests(project) {
  const folder = mkdtempSync(join(tmpdir(), 'understory-report-'))
  try {
    const path = join(folder, 'report.json')
    const isOk = timed(project, () =>
      npmRun([project, '--', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`]),
    )
    return readReport(readIfThere(path), isOk)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} label @param {() => boolean} work */
function timed(label, work) {
  console.log(`\n── ${label}`)
  const startedMs = Date.now()
  const isOk = work()
  console.log(`── ${label}: ${isOk ? 'ok' : 'FAILED'} in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`)
  return isOk
}

/** @param {string[]} args */
function npmRun(args) {
  const shell = process.platform === 'win32'
  return spawnSync('npm', ['run', '--silent', ...args], { cwd: projectRoot, stdio: ['ignore', 1, 2], shell }).status === 0
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The two closing lines. @param {Counts} sum */
export function report(sum) {
  console.log('')
  if (sum.skipped > 0) console.log(`${sum.skipped} skipped`)
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  process.exitCode = sum.failed > 0 ? 1 : 0
}
