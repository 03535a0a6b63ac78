import type { AttentionItem } from '../../shared/attention'
import type { Settings } from '../../shared/settings'
import { foreignLine } from '../controls/foreignLine'
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
    if (attention === before.attention || attention.fresh.length === 0 || document.hasFocus()) return
    const { connection } = useClient.getState()
    if (connection.kind !== 'open' || connection.shell.kind !== 'browser') return
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
    const news = tellable(attention.items, attention.fresh, settings.notifications)
    if (news.length > mostAtOnce) showMany(news.length)
    else for (const item of news) showOne(item)
  })
}

function showOne(item: AttentionItem): void {
  const who = foreignLine(item.path.at(-1)?.label ?? attentionTitle(item))
  const shown = new Notification(`${who}: ${groupWords[groupOf(item.kind)]}`, {
    body: `${foreignLine(item.detail)}\n${foreignLine(attentionTitle(item))}`,
    tag: item.id,
  })
  shown.onclick = () => {
    window.focus()
    selectRun(item.run, item.key)
    shown.close()
  }
}

function showMany(count: number): void {
  const shown = new Notification(`${count} agents have news`, { tag: 'understory-many' })
  shown.onclick = () => {
    window.focus()
    useUi.setState({ overlay: 'attention' })
    shown.close()
  }
}
