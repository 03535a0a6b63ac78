import { afterEach, describe, expect, it, vi } from 'vitest'
import { countOne, readPlaywrightReport, readReport, report as sayReport, sumCounts } from './steps.mjs'

const report = (counts, testResults = []) =>
  JSON.stringify({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults, ...counts })

const ran = (name, status, why) => ({ fullName: name, status, failureMessages: why ? [why] : null })

describe('readReport', () => {
  it('takes the numbers of vitest, and what failed in its words', () => {
    const file = {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [ran('holds', 'passed'), ran('breaks', 'failed', 'Error: 1 ≠ 2')],
    }
    const text = report({ numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }, [file])
    expect(readReport(text, false)).toMatchObject({ passed: 3, failed: 1, skipped: 3 })
    expect(readReport(text, false).failures).toEqual([
      { name: expect.stringContaining('a.test.ts › breaks'), why: 'Error: 1 ≠ 2' },
    ])
  })

  it('counts a file that cannot be loaded', () => {
    const text = report({ numPassedTests: 3 }, [
      { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ])
    expect(readReport(text, false)).toMatchObject({ passed: 3, failed: 1, failures: [{ why: 'no such module' }] })
  })

  it('counts a process that failed without saying where, or without any report', () => {
    expect(readReport(report({ numPassedTests: 3 }), false)).toMatchObject({ passed: 3, failed: 1 })
    expect(readReport(undefined, true)).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('readPlaywrightReport', () => {
  const played = (stats, errors = [], suites = []) =>
    JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors, suites })
  const spec = (title, status, message) => ({
    ...{ title, file: 'a.spec.ts', line: 4 },
    tests: [{ status, projectName: 'web', results: [{ errors: message ? [{ message }] : [] }] }],
  })

  it('takes the numbers of Playwright, and a second chance for a failure', () => {
    const suites = [
      {
        specs: [spec('late', 'flaky', 'too late'), spec('fine', 'expected')],
        suites: [{ specs: [spec('wrong', 'unexpected', 'no')] }],
      },
    ]
    const counts = readPlaywrightReport(played({ expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, [], suites), false)
    expect(counts).toMatchObject({ passed: 5, failed: 2, skipped: 2 })
    expect(counts.failures).toEqual([
      { name: '[web] a.spec.ts:4 › late', why: 'too late' },
      { name: '[web] a.spec.ts:4 › wrong', why: 'no' },
    ])
  })

  it('counts what went wrong outside of tests', () => {
    expect(readPlaywrightReport(played({ expected: 5 }, [{ message: 'no config' }]), false)).toMatchObject({ failed: 1 })
    expect(readPlaywrightReport(played({ expected: 5 }), false)).toMatchObject({ passed: 5, failed: 1, skipped: 0 })
    expect(readPlaywrightReport(undefined, true)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  })
})

it('sums', () => {
  const one = { passed: 1, failed: 0, skipped: 2, failures: [] }
  expect(sumCounts([one, countOne(false, 'lint'), countOne(true, 'types')])).toEqual({
    ...{ passed: 2, failed: 1, skipped: 2 },
    failures: [{ name: 'lint', why: 'said above' }],
  })
})

describe('report', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    process.exitCode = undefined
  })

  it('ends with the numbers, after what failed in few lines without colours', () => {
    const say = vi.spyOn(console, 'log').mockReturnValue()
    const why = ['\u001b[31mfirst\u001b[39m', ...Array.from({ length: 40 }, (_, at) => `line ${at}`)].join('\n')
    sayReport({ passed: 3, failed: 1, skipped: 2, failures: [{ name: 'a.test.ts › breaks', why }] })
    const said = say.mock.calls.flat().join('\n').split('\n')
    expect(said.slice(-2)).toEqual(['2 skipped', '3 passed, 1 failed'])
    expect(said.slice(1, 3)).toEqual(['✗ a.test.ts › breaks', '    first'])
    expect(said.length).toBeLessThan(25)
    expect(process.exitCode).toBe(1)
  })
})
