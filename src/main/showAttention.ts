import { app, type BrowserWindow, Notification } from 'electron'
import type { Attention } from '../shared/attention'
import type { Alarm } from '../shared/drive/alarm'
import { defaultSettings, type Settings } from '../shared/settings'
import { alarmNews, attentionNews, countNeedsYou, type News } from './attentionNews'
import type { TrayShow } from './tray'

export interface AttentionShow {
  onSettings(settings: Settings): void
  onAttention(attention: Attention): void
  onAlarm(alarm: Alarm): void
}

const mostAtOnce = 5

/** Badge, tray and desktop notifications. Who looks at the window already is not told again. */
export function showAttention(
  tray: TrayShow,
  window: () => BrowserWindow | null,
  /** Null: only the window is to be seen. */
  goTo: (address: string | null) => void,
): AttentionShow {
  let chosen = defaultSettings.notifications
  // A notification that is collected as garbage no longer answers a click.
  const shown = new Map<string, Notification>()
  /** No list says when these are over: they stay until they are closed. */
  const alarms = new Set<string>()

  function notify({ id, title, body, address }: News): void {
    const notification = new Notification({ title, body, silent: false })
    notification.on('click', () => goTo(address))
    // The same matter may be told anew: the end of the old one must not let go of the new one.
    const forget = (): boolean => shown.get(id) === notification && shown.delete(id) && alarms.delete(id)
    notification.on('close', forget)
    notification.on('failed', forget)
    shown.set(id, notification)
    notification.show()
  }

  const mayTell = (): boolean => !(window()?.isFocused() ?? false) && Notification.isSupported()

  return {
    onSettings: (settings) => {
      chosen = settings.notifications
    },
    onAttention(attention) {
      const count = countNeedsYou(attention)
      tray.tell(count)
      app.setBadgeCount(count)
      const stays = new Set(attention.items.map(({ id }) => id))
      for (const [id, notification] of shown) if (!stays.has(id) && !alarms.has(id)) notification.close()
      if (mayTell()) for (const news of attentionNews(attention, chosen).slice(0, mostAtOnce)) notify(news)
    },
    onAlarm(alarm) {
      const news = alarmNews(alarm, chosen)
      if (news === null || !mayTell()) return
      alarms.add(news.id)
      notify(news)
    },
  }
}
