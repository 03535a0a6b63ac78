// Which Electron this machine can run, without fetching anything. Runs on Node 20, before anything is installed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project.mjs'
import { registryRuntime, runtimeFolder } from './registryRuntime.mjs'

/** @typedef {{ kind: 'override' | 'official' | 'registry', folder: string, executable: string, version: string | null }} Electron */

/** What npm put there, if its binary has been fetched. */
export const officialFolder = join(projectRoot, 'node_modules', 'electron', 'dist')

/** The name of the executable in a runtime's folder. */
export function executableName(platform = process.platform) {
  if (platform === 'darwin') return join('Electron.app', 'Contents', 'MacOS', 'Electron')
  return platform === 'win32' ? 'electron.exe' : 'electron'
}

/** @param {Electron['kind']} kind @param {string} folder @returns {Electron | null} */
function lookIn(kind, folder) {
  const executable = join(folder, executableName())
  if (!existsSync(executable)) return null
  const named = join(folder, 'version')
  return { kind, folder, executable, version: existsSync(named) ? readFileSync(named, 'utf8').trim().replace(/^v/, '') : null }
}

/** The one a person named, else npm's, else the one kept in `.cache`. @returns {Electron | null} */
export function findElectron(env = process.env) {
  const named = env['ELECTRON_OVERRIDE_DIST_PATH']
  // A folder that was named and holds none is a mistake to be seen, not to be papered over with another version.
  if (named) return lookIn('override', named)
  return lookIn('official', officialFolder) ?? (registryRuntime() ? lookIn('registry', runtimeFolder) : null)
}
