import { defineConfig } from '@playwright/test'
import type { ShellOptions } from './e2e/app/harness/test'

/** What is promised in milliseconds is measured while nothing else runs: two at once on two cores measure each other. */
const alone = { testMatch: '*.spec.ts', grep: /@alone/, workers: 1 }

/**
 * One set of specs; a project is the shell around the page. `source` is the program as `npm start` opens it: a smaller part of them,
 * since `packaged`, the one that people have, runs them all. `electron` is all of them without packing first, for who works on it.
 */
export default defineConfig<ShellOptions>({
  testDir: 'e2e/app',
  outputDir: '.cache/app-e2e',
  timeout: 90_000,
  // Two windows, their engines and the programs they start share two cores: who waits is patient, what is measured is not waited for.
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['line']],
  use: { trace: 'off', screenshot: 'only-on-failure' },
  projects: [
    { name: 'web', testMatch: '*.spec.ts', grepInvert: /@desktop|@alone/, use: { shell: 'web' } },
    { name: 'electron', testMatch: '*.spec.ts', grepInvert: /@web|@alone/, use: { shell: 'electron' } },
    { name: 'packaged', testMatch: '*.spec.ts', grepInvert: /@web|@alone/, use: { shell: 'packaged' } },
    { name: 'source', testMatch: '*.spec.ts', grep: /@smoke/, grepInvert: /@alone/, use: { shell: 'electron' } },
    { name: 'web-alone', ...alone, grepInvert: /@desktop/, dependencies: ['web'], use: { shell: 'web' } },
    { name: 'electron-alone', ...alone, grepInvert: /@web/, dependencies: ['web-alone', 'electron'], use: { shell: 'electron' } },
    {
      ...{ name: 'packaged-alone', ...alone, grepInvert: /@web/, use: { shell: 'packaged' } },
      dependencies: ['web-alone', 'packaged', 'source'],
    },
    { name: 'screens', testMatch: 'screens/*.shots.ts', fullyParallel: false, use: { shell: 'web' } },
  ],
})
