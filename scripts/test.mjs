// `npm test`, the first command in a fresh clone: installs and builds what is missing, then runs every check there is.
import { ensureBuilt, ensureInstalled, ensureSystemPackages } from './project.mjs'
import { countOne, report, runPlaywright, runScript, runTests, sumCounts } from './steps.mjs'

/** What a browser, Electron and a display without a screen need on a bare Debian. */
const windowPackages = [
  { program: 'chromium', packages: ['chromium', 'fonts-dejavu-core'] },
  { program: 'Xvfb', packages: ['xvfb'] },
  // Ubuntu has it as a snap only: without it one test is skipped, and counted.
  { program: 'firefox-esr', packages: ['firefox-esr|'] },
  {
    program: null,
    // The names of newer Debians and Ubuntus first.
    packages: [
      'libgtk-3-0t64|libgtk-3-0',
      'libasound2t64|libasound2',
      'libatk-bridge2.0-0t64|libatk-bridge2.0-0',
      'libnss3',
      'libgbm1',
      'libxss1',
      'libdrm2',
      'libxtst6',
      'libnotify4',
      'libsecret-1-0',
    ],
  },
]

if (!ensureInstalled()) report(countOne(false, 'installing'))
else {
  ensureSystemPackages(windowPackages)
  report(sumCounts([...['types', 'lint', 'knip'].map(runScript), runTests('unit'), ...runBuilt()]))
}

function runBuilt() {
  if (!ensureBuilt()) {
    console.log('── build: FAILED; integration, e2e and app need it')
    return [countOne(false, 'build')]
  }
  return [runTests('integration'), runTests('e2e'), runPlaywright()]
}
