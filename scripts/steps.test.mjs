import { describe, expect, it } from 'vitest'
import { readReport, sumCounts } from './steps.mjs'

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

it('sums', () => {
  expect(
    sumCounts([
      { passed: 1, failed: 0, skipped: 2 },
      { passed: 3, failed: 1, skipped: 0 },
    ]),
  ).toEqual({ passed: 4, failed: 1, skipped: 2 })
})
