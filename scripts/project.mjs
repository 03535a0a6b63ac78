// Runs before anything is installed, on Node 20: only what Node itself brings.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))

const built = join(projectRoot, 'out', 'main', 'cli.js')
const sources = ['src', 'resources', 'electron.vite.config.ts', 'package.json', 'package-lock.json']

/** Newest change at or below a path, in ms; 0 where there is nothing. @param {string} path @returns {number} */
export function newestChangeMs(path) {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestChangeMs(join(path, name))), stat.mtimeMs)
}

/** npm writes the hidden lock file last, so an installation that was cut off does not count. */
export function isInstalled() {
  const node = join(projectRoot, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const installed = newestChangeMs(join(projectRoot, 'node_modules', '.package-lock.json'))
  return existsSync(node) && installed >= newestChangeMs(join(projectRoot, 'package-lock.json'))
}

export function isBuilt() {
  const builtMs = newestChangeMs(built)
  return builtMs > 0 && sources.every((source) => newestChangeMs(join(projectRoot, source)) <= builtMs)
}

/** Output goes to stderr: stdout belongs to the program that is started. @param {string} command @param {string[]} args */
export function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: projectRoot,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (error) process.stderr.write(`${command}: ${error.message}\n`)
  return status === 0
}

export function ensureInstalled() {
  if (isInstalled()) return true
  process.stderr.write('installing what package-lock.json names …\n')
  // Asked for by npm itself when it installs below a parent npm with other settings: devDependencies carry the build.
  return run('npm', ['ci', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error'])
}

export function ensureBuilt() {
  if (isBuilt()) return true
  process.stderr.write('building …\n')
  return run('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'])
}

/** @typedef {{ program: string | null, packages: readonly string[] }} Wanted `a|b`: one of them, by whatever name this system has it; `a|`: none, where it has none. */

/**
 * Installs the Debian packages that are missing: a program's, unless it is there already, however it came; libraries by their names.
 * Elsewhere, or without root, it only says what is missing.
 * @param {readonly Wanted[]} wanted
 */
export function ensureSystemPackages(wanted) {
  const isDebian = isOnPath('dpkg') && isOnPath('apt-get')
  const packages = wanted.flatMap(({ program, packages }) => {
    if (program !== null) return isOnPath(program) ? [] : packages
    return isDebian ? packages.filter((names) => !namesOf(names).some(isPackageInstalled)) : []
  })
  if (packages.length === 0) return true
  if (process.getuid?.() !== 0 || !isDebian) {
    process.stderr.write(`missing system packages: ${packages.join(' ')}\n`)
    return false
  }
  if (!run('apt-get', ['update', '-qq'])) return false
  const chosen = packages.flatMap((names) => namesOf(names).find(isPackageKnown) ?? (names.endsWith('|') ? [] : names))
  if (chosen.length === 0) return true
  process.stderr.write(`installing ${chosen.join(' ')} …\n`)
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...chosen])
}

/** @param {string} names */
function namesOf(names) {
  return names.split('|').filter((name) => name !== '')
}

/** @param {string} name */
function isOnPath(name) {
  return (process.env['PATH'] ?? '').split(':').some((folder) => folder !== '' && existsSync(join(folder, name)))
}

/** @param {string} name */
function isPackageInstalled(name) {
  const { stdout } = spawnSync('dpkg', ['--status', name], { encoding: 'utf8' })
  return stdout.includes('install ok installed')
}

/** A name that only other packages provide has no record of its own. @param {string} name */
function isPackageKnown(name) {
  return spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0
}
