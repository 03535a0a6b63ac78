// `npm run check`: what to run before every commit, under a minute.
import { ensureInstalled } from './project.mjs'
import { report, runScript, runTests, sumCounts } from './steps.mjs'

if (ensureInstalled()) report(sumCounts([...['types', 'lint', 'knip'].map(runScript), runTests('unit')]))
else report({ passed: 0, failed: 1, skipped: 0 })
