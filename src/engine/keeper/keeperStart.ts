import { join } from 'node:path'
import { keeperMark } from '../../shared/keeperMessages'
import { productFolder } from '../productFiles'

/** How a keeper is started; its home follows the arguments. */
export interface KeeperStart {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export interface ShellFacts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly execPath: string
  readonly isElectron: boolean
  /** Of package.json; an archive in an installed app. */
  readonly folder?: string
}

/** All it needs for itself. What children get is said at each launch, and nobody reads a stranger's secrets in the keeper's environment. */
const passed =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_ALL|TZ|TMPDIR|TEMP|TMP|SystemRoot|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_.*|UNDERSTORY_KEEPER_.*)$/

/** It holds little and for long. */
const smallHeap = '--max-semi-space-size=1'

export function keeperStart({ env, execPath, isElectron, folder = productFolder() }: ShellFacts): KeeperStart {
  const own = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (passed.test(name) && value ? [[name, value]] : [])),
  )
  const script = join(folder, 'out', 'main', 'keeper.js')
  const node = { program: execPath, args: [smallHeap, script, keeperMark], env: { MALLOC_ARENA_MAX: '1', ...own } }
  if (!isElectron) return node
  if (!folder.endsWith('.asar')) return { ...node, env: { ...node.env, ELECTRON_RUN_AS_NODE: '1' } }
  // An installed app may not be run as Node; it knows the mark itself. Nothing is drawn, so there is nothing to confine.
  const quiet = ['--no-sandbox', '--no-zygote', '--ozone-platform=headless', '--disable-gpu', '--log-level=3']
  // On macOS the engine runs in a helper's bundle, which starts no app.
  const program = execPath.replace(/\/Contents\/Frameworks\/.*$/, '/Contents/MacOS/Understory')
  return { program, args: [...quiet, keeperMark], env: node.env }
}
