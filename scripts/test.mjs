// `npm test`, the first command in a fresh clone: installs and builds what is missing, then runs every check there is.
import { ensureBuilt, ensureInstalled, ensureSystemPackages } from './project.mjs'
import { report, runPlaywright, runScript, runTests, sumCounts } from './steps.mjs'

/** What a browser, Electron and a display without a screen need on a bare Debian. */
const windowPackages = [
  { program: 'chromium', packages: ['chromium', 'fonts-dejavu-core'] },
  {
    program: 'Xvfb',
    packages: ['xvfb', 'libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libxss1', 'libnotify4', 'libsecret-1-0'],
  },
]

const failure = { passed: 0, failed: 1, skipped: 0 }

if (!ensureInstalled()) report(failure)
else {
  ensureSystemPackages(windowPackages)
  report(sumCounts([...['types', 'lint', 'knip'].map(runScript), runTests('unit'), ...runBuilt()]))
}

function runBuilt() {
  if (!ensureBuilt()) {
    console.log('── build: FAILED; integration, e2e and app need it')
    return [failure]
  }
  return [runTests('integration'), runTests('e2e'), runPlaywright()]
}
