import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../test/harness/recordings'

/** How to start an installed CLI: a program, the arguments before its own, and the folders it wants on the PATH. */
export interface InstalledCli {
  readonly version: string
  readonly program: string
  readonly leading: readonly string[]
  readonly folders: readonly string[]
}

export type Product = 'claude' | 'codex' | 'opencode'

type Found = Omit<InstalledCli, 'version'>

interface Packaging {
  readonly package: string
  /** The program below `node_modules`; install scripts stay off, so it must be there without them. */
  find(modules: string): Found | null
}

const CACHE = join(PROJECT, '.cache', 'clis')
const { platform, arch } = process
const ending = platform === 'win32' ? '.exe' : ''

function firstFile(paths: readonly string[]): string | undefined {
  return paths.find((path) => existsSync(path))
}

/**
 * New versions are a native program in a package per platform, old ones a script. Both are started directly: the `claude` of
 * the main package is only a stub until its install script has run.
 */
function findClaude(modules: string): Found | null {
  const packages = join(modules, '@anthropic-ai')
  const names = [`claude-code-${platform}-${arch}`, `claude-code-${platform}-${arch}-musl`]
  const native = firstFile(names.map((name) => join(packages, name, `claude${ending}`)))
  if (native) return { program: native, leading: [], folders: [] }
  const script = firstFile([join(packages, 'claude-code', 'cli.js')])
  return script ? { program: process.execPath, leading: [script], folders: [] } : null
}

/** Both layouts of `vendor/<target>`: `bin` and `codex-path`, or `codex` and `path`. */
function findCodex(modules: string): Found | null {
  const vendor = join(modules, '@openai', `codex-${platform}-${arch}`, 'vendor')
  const targets = existsSync(vendor) ? readdirSync(vendor).map((name) => join(vendor, name)) : []
  const candidates = targets.flatMap((target) => [
    { program: join(target, 'bin', `codex${ending}`), folders: [join(target, 'bin'), join(target, 'codex-path')] },
    { program: join(target, 'codex', `codex${ending}`), folders: [join(target, 'codex'), join(target, 'path')] },
  ])
  const found = candidates.find(({ program }) => existsSync(program))
  return found ? { ...found, leading: [] } : null
}

const OPENCODE = `opencode-${platform === 'win32' ? 'windows' : platform}-${arch}`

function findOpenCode(modules: string): Found | null {
  const program = firstFile([join(modules, OPENCODE, 'bin', `opencode${ending}`)])
  return program ? { program, leading: [], folders: [] } : null
}

const PACKAGING: Readonly<Record<Product, Packaging>> = {
  claude: { package: '@anthropic-ai/claude-code', find: findClaude },
  codex: { package: '@openai/codex', find: findCodex },
  opencode: { package: OPENCODE, find: findOpenCode },
}

/** Settings of the npm that may be running these tests must not leak into the one that installs; where to fetch from must. */
function npmEnvironment(): NodeJS.ProcessEnv {
  const kept = /^npm_config_(registry|userconfig|cache|proxy|https_proxy|cafile|noproxy)$/i
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_') || kept.test(name)),
  )
}

/** What npm says first is why; the rest is its trace. */
function npmErrors(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => /^npm (error|ERR!) (code|network|errno|\d{3})/.test(line))
  return (lines.length > 0 ? lines : stderr.trim().split('\n')).slice(0, 4).join('; ')
}

/** The real CLI of that version, fetched from the npm registry at first need and kept in `.cache/clis`. */
export function installCli(product: Product, version: string): InstalledCli {
  const packaging = PACKAGING[product]
  const folder = join(CACHE, `${product}-${version}`)
  const find = (place: string) => packaging.find(join(place, 'node_modules'))
  const known = find(folder)
  if (known) return { version, ...known }
  // Installed aside and renamed: a cut installation must not be taken for a whole one.
  const aside = join(CACHE, `${product}-${version}.part-${process.pid}`)
  mkdirSync(aside, { recursive: true })
  const quiet = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--fetch-retries', '1']
  const args = ['install', '--prefix', aside, ...quiet, `${packaging.package}@${version}`]
  const result = spawnSync('npm', args, { cwd: aside, env: npmEnvironment(), encoding: 'utf8', timeout: 240_000 })
  if (result.status !== 0 || !find(aside)) {
    rmSync(aside, { recursive: true, force: true })
    const why = result.error?.message ?? (result.status === 0 ? 'no program for this platform in it' : npmErrors(result.stderr))
    throw new Error(`${packaging.package}@${version} is needed for this test and could not be installed into ${CACHE}: ${why}`)
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(aside, folder)
  const installed = find(folder)
  if (!installed) throw new Error(`${folder} is incomplete; remove it and run again`)
  return { version, ...installed }
}
