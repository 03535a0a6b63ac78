// `npm test`, the first command in a fresh clone: installs and builds what is missing, then runs every check there is.
import { ensureBuilt, ensureInstalled, ensureSystemPackages } from './project.mjs'
import { report, runScript, runTests, sumCounts } from './steps.mjs'

const failure = { passed: 0, failed: 1, skipped: 0 }

if (!ensureInstalled()) report(failure)
else {
  ensureSystemPackages([])
  report(sumCounts([...['types', 'lint', 'knip'].map(runScript), runTests('unit'), ...runBuilt()]))
}

function runBuilt() {
  if (!ensureBuilt()) {
    console.log('── build: FAILED; integration and e2e need it')
    return [failure]
  }
  return [runTests('integration'), runTests('e2e')]
}
