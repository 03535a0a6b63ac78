import type { DrivePlan, DriveWish } from '../../../core/drive/driver'
import { firstMessage } from '../../../core/drive/firstMessage'
import { LISTENING } from './serveArguments'

/** Without our password nobody may listen, and a session that is there already is told its first words over HTTP alone. */
export function aloneArguments({ shown }: DrivePlan, wish: DriveWish): readonly string[] | null {
  const argv = shown.argv.slice(1)
  const text = firstMessage(wish)
  if (text !== '' && !argv.includes(`--prompt=${text}`)) return null
  return LISTENING.every((word, i) => argv[i] === word) ? argv.slice(LISTENING.length) : argv
}
