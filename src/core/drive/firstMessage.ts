import type { DriveWish } from './driver'

/** What a session is told first: an earlier conversation, where one goes along as text, and what the person asks. */
export function firstMessage({ rendered, prompt }: Pick<DriveWish, 'rendered' | 'prompt'>): string {
  return [rendered, prompt].filter((part) => part !== null && part !== '').join('\n\n')
}
