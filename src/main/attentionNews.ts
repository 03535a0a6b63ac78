import type { Attention, AttentionItem } from '../shared/attention'
import type { Alarm } from '../shared/drive/alarm'
import { oneLine } from '../shared/neutraliseText'
import type { Settings } from '../shared/settings'

/** One desktop notification. */
export interface News {
  readonly id: string
  readonly title: string
  readonly body: string
  /** What a click shows; null: the window as it is. */
  readonly address: string | null
}

const longestLine = 200

/** What a person is to be told of, by what they chose. Names and details come from transcripts: shown as one plain line each. */
export function attentionNews({ items, fresh }: Attention, chosen: Settings['notifications']): News[] {
  const isFresh = new Set(fresh)
  return items
    .filter((item) => isFresh.has(item.id) && chosen[switchOf(item.kind)])
    .map((item) => ({ id: item.id, title: titleOf(item), body: bodyOf(item), address: addressOf(item) }))
}

/** What counts on the badge: everything that waits for an answer. */
export function countNeedsYou({ items }: Attention): number {
  return items.filter((item) => switchOf(item.kind) === 'needsYou').length
}

function switchOf(kind: AttentionItem['kind']): keyof Settings['notifications'] {
  switch (kind) {
    case 'permission':
    case 'question':
    case 'stuck':
      return 'needsYou'
    case 'failed':
      return 'failed'
    case 'finished':
      return 'finished'
    default:
      return kind satisfies never
  }
}

const words: Readonly<Record<AttentionItem['kind'], string>> = {
  permission: 'needs you: permission',
  question: 'needs you: question',
  stuck: 'needs you: stuck',
  failed: 'failed',
  finished: 'finished',
}

function titleOf({ kind, path, runTitle }: AttentionItem): string {
  return clip(`${path.at(-1)?.label ?? runTitle} ${words[kind]}`)
}

function bodyOf({ path, runTitle, detail }: AttentionItem): string {
  const way = path.slice(1).map(({ label }) => oneLine(label))
  return [clip([oneLine(runTitle), ...way].join(' ▸ ')), clip(detail)].filter((line) => line !== '').join('\n')
}

function addressOf({ run, key, path }: AttentionItem): string {
  return path.length <= 1 ? run : `${run}/${encodeURIComponent(key)}`
}

/** Null: the person chose not to hear of such. */
export function alarmNews({ id, about, title, body, run, key }: Alarm, chosen: Settings['notifications']): News | null {
  const address = run !== null && key !== null ? `${run}/${encodeURIComponent(key)}` : run
  return chosen[about] ? { id, title: clip(title), body: clip(body), address } : null
}

function clip(text: string): string {
  const line = oneLine(text)
  return line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line
}
