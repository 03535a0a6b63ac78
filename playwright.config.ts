import { defineConfig } from '@playwright/test'
import type { ShellOptions } from './e2e/app/harness/test'

/**
 * One set of specs; a project is the shell around the page. `source` is the program as `npm start` opens it: a smaller part of them,
 * since `packaged`, the one that people have, runs them all. `electron` is all of them without packing first, for who works on it.
 */
export default defineConfig<ShellOptions>({
  testDir: 'e2e/app',
  outputDir: '.cache/app-e2e',
  timeout: 60_000,
  expect: { timeout: 8_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['line']],
  use: { trace: 'off', screenshot: 'only-on-failure' },
  projects: [
    { name: 'web', testMatch: '*.spec.ts', grepInvert: /@desktop/, use: { shell: 'web' } },
    { name: 'electron', testMatch: '*.spec.ts', grepInvert: /@web/, use: { shell: 'electron' } },
    { name: 'packaged', testMatch: '*.spec.ts', grepInvert: /@web/, use: { shell: 'packaged' } },
    { name: 'source', testMatch: '*.spec.ts', grep: /@smoke/, use: { shell: 'electron' } },
    { name: 'screens', testMatch: 'screens/*.shots.ts', fullyParallel: false, use: { shell: 'web' } },
  ],
})
