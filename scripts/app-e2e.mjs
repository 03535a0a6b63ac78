// `npm run app-e2e [-- Playwright's own options]`: the page in its shells. Finds an Electron, packages the app, runs Playwright.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureElectron } from './electron/ensureElectron.mjs'
import { outputFolder, pack, packedProgram } from './pack.mjs'
import { ensureBuilt, projectRoot } from './project.mjs'

const options = process.argv.slice(2)
const namesProjects = options.some((option) => option.startsWith('--project'))
const wantsDesktop = !namesProjects || options.some((option) => /--project=(electron|packaged|source)/.test(option))

if (!ensureBuilt()) process.exit(1)
const electron = wantsDesktop ? ensureElectron() : null
if (wantsDesktop && !electron) process.stderr.write('no Electron on this machine: its tests are skipped and counted\n')
const wantsPackaged = !namesProjects || options.some((option) => /--project=packaged/.test(option))
const packaged = electron && wantsPackaged ? packForTests() : null
// Where nothing can be packed the whole set runs in the program as it comes.
const desktop = electron && !packaged ? ['electron', 'electron-alone'] : ['packaged', 'source', 'packaged-alone']
const projects = namesProjects ? [] : ['web', 'web-alone', ...desktop].map((name) => `--project=${name}`)
const playwright = join(projectRoot, 'node_modules', '@playwright', 'test', 'cli.js')
const env = {
  ...process.env,
  ...(electron ? { UNDERSTORY_E2E_ELECTRON: electron.executable } : {}),
  ...(packaged ? { UNDERSTORY_E2E_PACKAGED: packaged } : {}),
}
const { status } = spawnSync(process.execPath, [playwright, 'test', ...projects, ...options], {
  cwd: projectRoot,
  env,
  stdio: 'inherit',
})
process.exitCode = status ?? 1

/** A package that Playwright may look into; null: its tests are skipped and counted. */
function packForTests() {
  const problem = pack({ isInspectable: true })
  if (problem !== null) process.stderr.write(`${problem}: the tests of the package are skipped and counted\n`)
  return problem === null ? packedProgram(outputFolder(true)) : null
}
