import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../test/harness/recordings'

/** How to start an installed CLI: a program and the arguments before its own. */
export interface InstalledCli {
  readonly version: string
  readonly program: string
  readonly leading: readonly string[]
}

const CACHE = join(PROJECT, '.cache', 'clis')
const PACKAGE = '@anthropic-ai/claude-code'

/** Settings of the npm that may be running these tests must not leak into the one that installs; where to fetch from must. */
function npmEnvironment(): NodeJS.ProcessEnv {
  const kept = /^npm_config_(registry|userconfig|cache|proxy|https_proxy|cafile|noproxy)$/i
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_') || kept.test(name)),
  )
}

/**
 * New versions are a native program in a package per platform, old ones a script. Both are started directly: the `claude` of
 * the main package is only a stub until its install script has run, and install scripts stay off.
 */
function findProgram(folder: string, version: string): InstalledCli | null {
  const packages = join(folder, 'node_modules', '@anthropic-ai')
  const platform = `claude-code-${process.platform}-${process.arch}`
  const file = process.platform === 'win32' ? 'claude.exe' : 'claude'
  const native = [platform, `${platform}-musl`].map((name) => join(packages, name, file)).find((path) => existsSync(path))
  if (native) return { version, program: native, leading: [] }
  const script = join(packages, 'claude-code', 'cli.js')
  return existsSync(script) ? { version, program: process.execPath, leading: [script] } : null
}

/** What npm says first is why; the rest is its trace. */
function npmErrors(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => /^npm (error|ERR!) (code|network|errno|\d{3})/.test(line))
  return (lines.length > 0 ? lines : stderr.trim().split('\n')).slice(0, 4).join('; ')
}

/** The real CLI of that version, fetched from the npm registry at first need and kept in `.cache/clis`. */
export function installClaude(version: string): InstalledCli {
  const folder = join(CACHE, version)
  const known = findProgram(folder, version)
  if (known) return known
  // Installed aside and renamed: a cut installation must not be taken for a whole one.
  const aside = join(CACHE, `${version}.part-${process.pid}`)
  mkdirSync(aside, { recursive: true })
  const quiet = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--fetch-retries', '1']
  const args = ['install', '--prefix', aside, ...quiet, `${PACKAGE}@${version}`]
  const result = spawnSync('npm', args, { cwd: aside, env: npmEnvironment(), encoding: 'utf8', timeout: 240_000 })
  const found = result.status === 0 ? findProgram(aside, version) : null
  if (!found) {
    rmSync(aside, { recursive: true, force: true })
    const why = result.error?.message ?? (result.status === 0 ? 'no program for this platform in it' : npmErrors(result.stderr))
    throw new Error(`${PACKAGE}@${version} is needed for this test and could not be installed into ${CACHE}: ${why}`)
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(aside, folder)
  const installed = findProgram(folder, version)
  if (!installed) throw new Error(`${folder} is incomplete; remove it and run again`)
  return installed
}
