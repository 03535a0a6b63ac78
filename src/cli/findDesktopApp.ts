import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Variables } from '../engine/settingsFromEnvironment'

export interface DesktopApp {
  readonly program: string
  /** Before the addresses. */
  readonly leading: readonly string[]
}

/** How to start the desktop app from here; a sentence: why it cannot be. `folder`: where package.json is. */
export function findDesktopApp(folder: string, env: Variables, platform: NodeJS.Platform): DesktopApp | string {
  const isBlind = platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']
  if (isBlind) return 'There is no display here'
  const installed = findInstalled(folder, platform)
  if (installed !== null) return { program: installed, leading: [] }
  const electron = findElectronProgram(folder, env)
  return electron === null ? 'There is no Electron here' : { program: electron, leading: [folder] }
}

/** An installed app is an archive, with some of its files beside it, in a folder of the program's. */
function findInstalled(folder: string, platform: NodeJS.Platform): string | null {
  if (!/^app\.asar(\.unpacked)?$/.test(basename(folder))) return null
  const home = dirname(dirname(folder))
  const program = platform === 'win32' ? 'Understory.exe' : platform === 'darwin' ? join('MacOS', 'Understory') : 'understory-app'
  return present(join(home, program))
}

/** What the electron package has fetched, or the folder a person named instead. */
function findElectronProgram(folder: string, env: Variables): string | null {
  const home = join(folder, 'node_modules', 'electron')
  const named = env['ELECTRON_OVERRIDE_DIST_PATH']
  const inside = readName(join(home, 'path.txt'))
  if (named) return present(join(named, inside ?? 'electron'))
  return inside === null ? null : present(join(home, 'dist', inside))
}

function readName(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

function present(path: string): string | null {
  return existsSync(path) ? path : null
}
