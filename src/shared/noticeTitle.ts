import { oneLine } from './neutraliseText'

const longest = 2000

/** What a notice of the harness says, on one line: the summary it brings, else its words without the tags around them. */
export function noticeTitle(text: string): string {
  const head = text.slice(0, longest)
  const summary = /<summary>([^<]+)<\/summary>/.exec(head)?.[1]
  if (summary !== undefined && summary.trim() !== '') return oneLine(summary.trim())
  return oneLine(head.replace(/<\/?[a-z][a-z0-9_-]*>/gi, ' ').trim()).trim()
}
