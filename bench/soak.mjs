#!/usr/bin/env node
// `npm run soak [times]`: the soak of `npm test`, ten times as long unless said otherwise.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../scripts/project.mjs'

const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'integration', 'test/integration/soak.test.ts'], {
  cwd: projectRoot,
  stdio: 'inherit',
  env: { ...process.env, UNDERSTORY_SOAK_TIMES: process.argv[2] ?? '10' },
})
process.exitCode = status ?? 1
