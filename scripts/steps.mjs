// Runs on Node 20 before anything is installed, like project.mjs.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { projectRoot } from './project.mjs'

/** @typedef {{ name: string, why: string }} Failure what failed, and what it said */
/** @typedef {{ passed: number, failed: number, skipped: number, failures: readonly Failure[] }} Counts */

/** One check as counts. @param {boolean} isOk @param {string} name @returns {Counts} */
export function countOne(isOk, name) {
  return isOk ? { ...nothing, passed: 1 } : { ...nothing, failed: 1, failures: [{ name, why: 'said above' }] }
}

/** @type {Counts} */
const nothing = { passed: 0, failed: 0, skipped: 0, failures: [] }

/** Sums what the steps counted. @param {readonly Counts[]} all @returns {Counts} */
export function sumCounts(all) {
  return all.reduce(
    (sum, counts) => ({
      passed: sum.passed + counts.passed,
      failed: sum.failed + counts.failed,
      skipped: sum.skipped + counts.skipped,
      failures: [...sum.failures, ...counts.failures],
    }),
    nothing,
  )
}

/**
 * What a vitest JSON report counts. A file that cannot be loaded fails without a failing test in it, so it is looked for apart.
 * @param {string | undefined} report @param {boolean} isOk how the process ended @returns {Counts}
 */
export function readReport(report, isOk) {
  if (report === undefined) return countOne(false, 'vitest, without a report')
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(report)
  const failures = /** @type {VitestFile[]} */ (testResults).flatMap(failuresOfFile)
  return { passed: numPassedTests, skipped: numPendingTests + numTodoTests, ...failed(failures, isOk, 'vitest') }
}

/** @typedef {{ name?: string, status: string, message?: string, assertionResults: { status: string, fullName?: string, failureMessages?: string[] | null }[] }} VitestFile */

/** @param {VitestFile} file @returns {Failure[]} */
function failuresOfFile({ name = '', status, message = '', assertionResults }) {
  const file = relative(projectRoot, name)
  const tests = assertionResults.filter((test) => test.status === 'failed')
  if (tests.length === 0) return status === 'failed' ? [{ name: file, why: message }] : []
  return tests.map(({ fullName, failureMessages }) => ({ name: `${file} › ${fullName}`, why: failureMessages?.[0] ?? '' }))
}

/**
 * What a Playwright JSON report counts. A test that passed only when it was tried again has failed once too often.
 * @param {string | undefined} report @param {boolean} isOk how the process ended @returns {Counts}
 */
export function readPlaywrightReport(report, isOk) {
  if (report === undefined) return countOne(false, 'Playwright, without a report')
  const { stats, errors, suites = [] } = JSON.parse(report)
  const outside = /** @type {{ message?: string }[]} */ (errors).map(({ message = '' }) => ({ name: 'Playwright', why: message }))
  const failures = [...suites.flatMap(failuresOfSuite), ...outside]
  return { passed: stats.expected, skipped: stats.skipped, ...failed(failures, isOk, 'Playwright') }
}

/** @typedef {{ title: string, file: string, line: number, tests: { status: string, projectName: string, results: { errors: { message?: string }[] }[] }[] }} PlaywrightSpec */

/** @param {{ specs?: PlaywrightSpec[], suites?: unknown[] }} suite @returns {Failure[]} */
function failuresOfSuite({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        name: `[${projectName}] ${file}:${line} › ${title}`,
        why: results.flatMap(({ errors }) => errors)[0]?.message ?? '',
      })),
  )
  return [...own, ...suites.flatMap((inner) => failuresOfSuite(/** @type {Parameters<typeof failuresOfSuite>[0]} */ (inner)))]
}

/** A process that failed without saying where is a failure of its own. @param {Failure[]} failures @param {boolean} isOk @param {string} runner */
function failed(failures, isOk, runner) {
  const all = failures.length === 0 && !isOk ? [{ name: `${runner}, outside of its tests`, why: 'said above' }] : failures
  return { failed: all.length, failures: all }
}

/** A script of package.json as one check: passed or failed. @param {string} name @returns {Counts} */
export function runScript(name) {
  return countOne(
    timed(name, () => npmRun([name])),
    name,
  )
}

/**
 * A vitest project, counted test by test.
 * @param {'unit' | 'integration' | 'e2e'} project @param {readonly string[]} more options of vitest @returns {Counts}
 */
export function runTests(project, more = []) {
  return withReport((path) => {
    const isOk = timed(project, () =>
      npmRun([project, '--', ...more, '--reporter=default', '--reporter=json', `--outputFile.json=${path}`]),
    )
    return readReport(readIfThere(path), isOk)
  })
}

/** The page in its shells, counted test by test. @returns {Counts} */
export function runPlaywright() {
  return withReport((path) => {
    const isOk = timed('app', () => npmRun(['app-e2e', '--', '--reporter=dot,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: path }))
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

const LINES_OF_A_FAILURE = 16
const FRAME_OF_OTHERS = /^\s+at .*(node_modules|node:|\(<anonymous>\)$)/

/**
 * The closing lines. What failed is said once more: of a long run's output often only the end is kept, or read.
 * @param {Counts} sum
 */
export function report(sum) {
  for (const { name, why } of sum.failures) {
    const told = stripVTControlCharacters(why)
      .split('\n')
      .filter((line) => !FRAME_OF_OTHERS.test(line))
    const lines = told.slice(0, LINES_OF_A_FAILURE)
    console.log(`\n✗ ${name}\n${lines.map((line) => `    ${line}`.slice(0, 400)).join('\n')}`)
  }
  console.log('')
  if (sum.skipped > 0) console.log(`${sum.skipped} skipped`)
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  process.exitCode = sum.failed > 0 ? 1 : 0
}
