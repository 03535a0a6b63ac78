// `npm run lock`, after a dependency was added: npm leaves optional packages of other platforms out of package-lock.json where
// its registry does not carry them, and then `npm ci` refuses the file. They are written in by name and exact version.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project.mjs'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** @typedef {{ version?: string, dev?: boolean, optionalDependencies?: Record<string, string> }} Locked */

/**
 * The platforms a package is for, told by its name; undefined where the name does not say.
 * @param {string} name
 */
export function platformOf(name) {
  const words = (name.split('/').pop() ?? '').split(/[-.]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor) || words.includes(`${processor}v7`))
  if (words.includes('gnueabihf') || words.includes('eabi')) cpu.push('arm')
  if (os.length === 0 && cpu.length === 0) return undefined
  return { ...(cpu.length > 0 && { cpu: [...new Set(cpu)] }), ...(os.length > 0 && { os }) }
}

/** Adds what is missing and says how much. @param {{ packages: Record<string, Locked> }} lock */
export function completeLock(lock) {
  let added = 0
  for (const { dev, optionalDependencies } of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
      const platform = platformOf(name)
      const path = `node_modules/${name}`
      if (!platform || lock.packages[path] || !/^\d/.test(version)) continue
      lock.packages[path] = Object.assign({ version, optional: true }, platform, dev && { dev })
      added += 1
    }
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))
  lock.packages = Object.fromEntries(sorted)
  return added
}

if (import.meta.main ?? process.argv[1]?.endsWith('complete-lock.mjs')) {
  const path = join(projectRoot, 'package-lock.json')
  const lock = JSON.parse(readFileSync(path, 'utf8'))
  console.log(`${completeLock(lock)} packages of other platforms added`)
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
}
