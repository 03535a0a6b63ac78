import type { FirstWords } from './firstWords'
import type { LiveLaunch } from './LiveLaunch'

export interface FirstWordsSources {
  readonly words: FirstWords
  /** Why it was not sent, in words; null: it was. */
  readonly send: (launch: LiveLaunch, text: string) => Promise<string | null>
}

/** Says what whoever started the session was killed before saying: a person had it said, and it would be lost without a word. */
export async function sayFirstWords({ words, send }: FirstWordsSources, launch: LiveLaunch): Promise<void> {
  if (!words.isLeft(launch.id)) return
  const isReady = launch.isActive && launch.can().send === null
  if (launch.isActive && !isReady) return
  const text = words.claim(launch.id)
  if (text === null || (await wasWritten(launch, text))) return
  const refused = isReady ? await send(launch, text) : 'It has ended.'
  if (refused === null) return
  const begin = text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text
  launch.change({ trouble: `What it was to be told first was not said (${refused}): “${begin}”` })
}

const SHOWN_LETTERS = 400

/** Whoever started it was killed after that. */
async function wasWritten({ held }: LiveLaunch, text: string): Promise<boolean> {
  const inLine = JSON.stringify(text).slice(1, -1)
  const written = (await held?.written().catch(() => [])) ?? []
  return written.some(({ line }) => line.includes(inLine))
}
