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

/**
 * What a Playwright JSON report counts. A test that passed only when it was tried again has failed once too often.
 * @param {string | undefined} report @param {boolean} isOk how the process ended @returns {Counts}
 */
export function readPlaywrightReport(report, isOk) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const { stats, errors } = JSON.parse(report)
  const failed = stats.unexpected + stats.flaky + errors.length
  return { passed: stats.expected, failed: failed === 0 && !isOk ? 1 : failed, skipped: stats.skipped }
}

/** A script of package.json as one check: passed or failed. @param {string} name @returns {Counts} */
export function runScript(name) {
  const isOk = timed(name, () => npmRun([name]))
  return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, skipped: 0 }
}

/** A vitest project, counted test by test. @param {'unit' | 'integration' | 'e2e'} project @returns {Counts} */
export function runTests(project) {
  return withReport((path) => {
    const isOk = timed(project, () =>
      npmRun([project, '--', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`]),
    )
    return readReport(readIfThere(path), isOk)
  })
}

/** The page in its shells, counted test by test. @returns {Counts} */
export function runPlaywright() {
  return withReport((path) => {
    const isOk = timed('app', () => npmRun(['app-e2e', '--', '--reporter=line,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: path }))
    return readPlaywrightReport(readIfThere(path), isOk)
  })
}

/** @param {(path: string) => Counts} work */
function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), 'understory-report-'))
  try {
    return work(join(folder, 'report.json'))
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

/** @param {string[]} args @param {Record<string, string>} [more] environment */
function npmRun(args, more = {}) {
  const shell = process.platform === 'win32'
  const env = { ...process.env, ...more }
  return spawnSync('npm', ['run', '--silent', ...args], { cwd: projectRoot, env, stdio: ['ignore', 1, 2], shell }).status === 0
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
