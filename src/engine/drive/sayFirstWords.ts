import { errorText } from '../../shared/errorText'
import type { FirstWords } from './firstWords'
import type { LiveLaunch } from './LiveLaunch'

export interface FirstWordsSources {
  readonly words: FirstWords
  /** Why it was not sent, in words; null: it was. */
  readonly send: (launch: LiveLaunch, text: string) => Promise<string | null>
}

/** Says what whoever started the session was killed before saying: a person had it said, and it would be lost without a word. Never rejects. */
export async function sayFirstWords(sources: FirstWordsSources, launch: LiveLaunch): Promise<void> {
  try {
    await sayLeft(sources, launch)
  } catch (error) {
    // What was claimed still lies beside the note.
    process.emitWarning(`What a session was to be told first could not be said: ${errorText(error)}`)
  }
}

async function sayLeft({ words, send }: FirstWordsSources, launch: LiveLaunch): Promise<void> {
  if (!words.isLeft(launch.id)) return
  const isReady = launch.isActive && launch.can().send === null
  if (launch.isActive && !isReady) return
  const text = words.claim(launch.id)
  if (text === null) return
  const wasSaid = await wasWritten(launch, text)
  if (wasSaid === true) return words.drop(launch.id)
  const refused = wasSaid === null ? UNKNOWN : isReady ? await send(launch, text) : 'It has ended.'
  if (refused === null) return words.drop(launch.id)
  const isLong = text.length > SHOWN_LETTERS
  const begin = isLong ? `${text.slice(0, SHOWN_LETTERS)}…” The whole is in ${words.claimedAt(launch.id)}` : `${text}”`
  launch.change({ trouble: `What it was to be told first was not said (${refused}): “${begin}` })
}

const SHOWN_LETTERS = 400
const UNKNOWN = 'What was written to it cannot be read: it may have been said.'

/** Whoever started it was killed after that. Null: nobody can tell, and said again it might be done twice. */
async function wasWritten({ held }: LiveLaunch, text: string): Promise<boolean | null> {
  // With its quotes: a short word is in many a line.
  const inLine = JSON.stringify(text)
  if (held === null) return false
  const written = await held.written().catch(() => null)
  return written?.some(({ line }) => line.includes(inLine)) ?? null
}
