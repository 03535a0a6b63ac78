import type { LaunchWish } from '../../shared/drive/launchWish'

/** More than any product takes, and no mistake any more. */
const LONGEST_PROMPT = 8 * 1024 * 1024
const LONGEST_EXTRA = 100_000

/** Why a wish can be carried to no program at all, in words for a person; null: it can. What the values mean is not judged. */
export function checkWish(wish: Pick<LaunchWish, 'prompt' | 'model' | 'agent' | 'mode' | 'extra' | 'folder'>): string | null {
  const named: readonly (readonly [string, string | null])[] = [
    ['The prompt', wish.prompt],
    ['The model', wish.model],
    ['The agent', wish.agent],
    ['The permission mode', wish.mode],
    ['The folder', wish.folder],
    ...wish.extra.map((text, i) => [`Extra argument ${i + 1}`, text] as const),
  ]
  for (const [name, text] of named) {
    // The system ends an argument at the first NUL: what comes after it would be lost without a word.
    if (text?.includes('\0')) return `${name} holds a NUL character, which no program can be given.`
    if (text !== null && hasLoneSurrogate(text)) return `${name} holds half a character, which cannot be written as UTF-8.`
  }
  if (wish.model === '' || wish.agent === '')
    return 'A model or an agent is named by at least one letter; leave it out for the default.'
  if (wish.prompt.length > LONGEST_PROMPT) return `The prompt is longer than ${LONGEST_PROMPT / 1024 / 1024} MB.`
  const extra = wish.extra.reduce((sum, text) => sum + text.length, 0)
  if (extra > LONGEST_EXTRA) return 'The extra arguments are longer than a command line may be.'
  return null
}

function hasLoneSurrogate(text: string): boolean {
  return /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
}
