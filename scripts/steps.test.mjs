import { describe, expect, it } from 'vitest'
import { readPlaywrightReport, readReport, sumCounts } from './steps.mjs'

const report = (counts, testResults = []) =>
  JSON.stringify({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults, ...counts })

describe('readReport', () => {
  it('takes the numbers of vitest', () => {
    const text = report({ numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 })
    expect(readReport(text, false)).toEqual({ passed: 3, failed: 1, skipped: 3 })
  })

  it('counts a file that cannot be loaded', () => {
    const text = report({ numPassedTests: 3 }, [{ status: 'failed', assertionResults: [] }])
    expect(readReport(text, false)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  })

  it('counts a process that failed without saying where, or without any report', () => {
    expect(readReport(report({ numPassedTests: 3 }), false)).toEqual({ passed: 3, failed: 1, skipped: 0 })
    expect(readReport(undefined, true)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

describe('readPlaywrightReport', () => {
  const played = (stats, errors = []) =>
    JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors })

  it('takes the numbers of Playwright, and a second chance for a failure', () => {
    const text = played({ expected: 5, unexpected: 1, flaky: 1, skipped: 2 })
    expect(readPlaywrightReport(text, false)).toEqual({ passed: 5, failed: 2, skipped: 2 })
  })

  it('counts what went wrong outside of tests', () => {
    expect(readPlaywrightReport(played({ expected: 5 }, [{ message: 'no config' }]), false)).toMatchObject({ failed: 1 })
    expect(readPlaywrightReport(played({ expected: 5 }), false)).toEqual({ passed: 5, failed: 1, skipped: 0 })
    expect(readPlaywrightReport(undefined, true)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

it('sums', () => {
  expect(
    sumCounts([
      { passed: 1, failed: 0, skipped: 2 },
      { passed: 3, failed: 1, skipped: 0 },
    ]),
  ).toEqual({ passed: 4, failed: 1, skipped: 2 })
})
