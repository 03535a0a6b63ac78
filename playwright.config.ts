import { defineConfig } from '@playwright/test'
import type { ShellOptions } from './e2e/app/harness/test'

/** One set of specs; a project is the shell around the page. `packaged` runs a smaller part of them. */
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
    { name: 'packaged', testMatch: '*.spec.ts', grep: /@packaged/, use: { shell: 'packaged' } },
    { name: 'screens', testMatch: 'screens/*.shots.ts', fullyParallel: false, use: { shell: 'web' } },
  ],
})
