// `npm run pack`: the packaged app in dist/<system>-unpacked. `--inspectable` (tests only): Playwright needs the inspector, which packages forbid.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureElectron } from './electron/ensureElectron.mjs'
import { ensureBuilt, ensureInstalled, projectRoot } from './project.mjs'

/** The program that was packed; null: not yet. */
export function packedProgram(folder = outputFolder()) {
  const program = join(folder, `${systemFolder()}-unpacked`, process.platform === 'win32' ? 'Understory.exe' : 'understory-app')
  return existsSync(program) ? program : null
}

/** Tests have one of their own, so that nobody ships a program that can be inspected. */
export function outputFolder(isInspectable = false) {
  return isInspectable ? join(projectRoot, '.cache', 'packed') : join(projectRoot, 'dist')
}

/** Packs what is built; null, or what went wrong. @param {{ isInspectable?: boolean }} [options] */
export function pack({ isInspectable = false } = {}) {
  const electron = ensureElectron()
  if (!electron) return 'there is no Electron to pack'
  const output = outputFolder(isInspectable)
  const builder = join(projectRoot, 'node_modules', 'electron-builder', 'cli.js')
  const settings = [
    `-c.electronDist=${electron.folder}`,
    ...(electron.version ? [`-c.electronVersion=${electron.version}`] : []),
    `-c.directories.output=${output}`,
    ...(isInspectable ? ['-c.electronFuses.enableNodeCliInspectArguments=true'] : []),
  ]
  const system = { linux: '--linux', darwin: '--mac', win32: '--win' }[String(process.platform)] ?? '--linux'
  const { status } = spawnSync(process.execPath, [builder, system, 'dir', '--publish', 'never', ...settings], {
    cwd: projectRoot,
    // Its own output is progress, not a result.
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1' },
  })
  if (status !== 0) return 'electron-builder failed'
  // The loader of the runtime from the registry must not travel along.
  rmSync(join(output, `${systemFolder()}-unpacked`, 'resources', 'app'), { recursive: true, force: true })
  return packedProgram(output) ? null : 'electron-builder left no program'
}

function systemFolder() {
  return { linux: 'linux', darwin: 'mac', win32: 'win' }[String(process.platform)] ?? 'linux'
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const isInspectable = process.argv.includes('--inspectable')
  const problem = ensureInstalled() && ensureBuilt() ? pack({ isInspectable }) : 'the build failed'
  if (problem === null) console.log(packedProgram(outputFolder(isInspectable)))
  else process.stderr.write(`understory: ${problem}\n`)
  process.exitCode = problem === null ? 0 : 1
}
