import type { AttentionItem } from '../../shared/attention'
import type { Alarm } from '../../shared/drive/alarm'
import type { Settings } from '../../shared/settings'
import { foreignLine } from '../controls/foreignLine'
import { rootKeyOf } from '../inspector/rootKeyOf'
import { attentionTitle } from '../runs/runTitle'
import { useClient } from '../store/client'
import { selectRun } from '../store/select'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'
import { groupOf, groupWords } from './attentionGroups'

const mostAtOnce = 3

/** Which of the news a person wants to be told. */
export function tellable(
  items: readonly AttentionItem[],
  fresh: readonly string[],
  wanted: Settings['notifications'],
): readonly AttentionItem[] {
  const ids = new Set(fresh)
  return items.filter(({ id, kind }) => {
    if (!ids.has(id)) return false
    return kind === 'failed' ? wanted.failed : kind === 'finished' ? wanted.finished : wanted.needsYou
  })
}

/** In a browser the page itself notifies, while nobody looks at it; the app's shell does it in its own way. */
export function notifyPerson(): void {
  useTold.subscribe(({ attention, settings }, before) => {
    if (attention === before.attention || attention.fresh.length === 0 || !mayTell()) return
    const news = tellable(attention.items, attention.fresh, settings.notifications)
    if (news.length > mostAtOnce) showMany(news.length)
    else for (const item of news) showOne(item)
  })
}

/** A limit that was passed, a start that failed. */
export function notifyAlarm({ id, about, title, body, run, key }: Alarm): void {
  if (!useTold.getState().settings.notifications[about] || !mayTell()) return
  show(id, foreignLine(title), foreignLine(body), () => {
    if (run === null) useUi.setState({ overlay: 'attention' })
    else selectRun(run, key ?? rootKeyOf(run))
  })
}

function mayTell(): boolean {
  const { connection } = useClient.getState()
  if (connection.kind !== 'open' || connection.shell.kind !== 'browser') return false
  return 'Notification' in globalThis && Notification.permission === 'granted' && !document.hasFocus()
}

function showOne(item: AttentionItem): void {
  const who = foreignLine(item.path.at(-1)?.label ?? attentionTitle(item))
  const body = `${foreignLine(item.detail)}\n${foreignLine(attentionTitle(item))}`
  show(item.id, `${who}: ${groupWords[groupOf(item.kind)]}`, body, () => selectRun(item.run, item.key))
}

function showMany(count: number): void {
  show('understory-many', `${count} agents have news`, '', () => useUi.setState({ overlay: 'attention' }))
}

function show(tag: string, title: string, body: string, onClick: () => void): void {
  const shown = new Notification(title, { body, tag })
  shown.onclick = () => {
    window.focus()
    onClick()
    shown.close()
  }
}
