import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { productFolder } from '../productFiles'
import type { Variables } from '../settingsFromEnvironment'
import { programWord } from './programWord'

/** How a person types this program. */
export function ownWord(env: Variables, folder = productFolder()): string {
  // Of an installed app it lies beside the archive.
  const own = [folder, `${folder}.unpacked`].map((place) => join(place, 'bin', 'understory')).find((path) => existsSync(path))
  return own === undefined ? 'understory' : programWord(own, env['PATH'] ?? '')
}
