import type { Ask, AskAnswer } from '../../../shared/drive/ask'

interface Asker {
  readonly isGone: boolean
  readonly isPaused: boolean
}

/** What a denial answers; null: nobody hears it now, and its words stay where they are. */
export function denialAnswer(
  option: Ask['options'][number] | null,
  message: string | null,
  { isGone, isPaused }: Asker,
): AskAnswer | null {
  return option === null || isGone || isPaused ? null : { kind: 'option', option: option.id, message }
}
