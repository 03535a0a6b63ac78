import { app, type BrowserWindow, Notification } from 'electron'
import type { Attention } from '../shared/attention'
import { defaultSettings, type Settings } from '../shared/settings'
import { attentionNews, countNeedsYou } from './attentionNews'
import type { TrayShow } from './tray'

export interface AttentionShow {
  onSettings(settings: Settings): void
  onAttention(attention: Attention): void
}

const mostAtOnce = 5

/** Badge, tray and desktop notifications. Who looks at the window already is not told again. */
export function showAttention(
  tray: TrayShow,
  window: () => BrowserWindow | null,
  goTo: (address: string) => void,
): AttentionShow {
  let chosen = defaultSettings.notifications
  // A notification that is collected as garbage no longer answers a click.
  const shown = new Map<string, Notification>()

  function notify(attention: Attention): void {
    for (const { id, title, body, address } of attentionNews(attention, chosen).slice(0, mostAtOnce)) {
      const notification = new Notification({ title, body, silent: false })
      notification.on('click', () => goTo(address))
      notification.on('close', () => shown.delete(id))
      notification.on('failed', () => shown.delete(id))
      shown.set(id, notification)
      notification.show()
    }
  }

  return {
    onSettings: (settings) => {
      chosen = settings.notifications
    },
    onAttention(attention) {
      const count = countNeedsYou(attention)
      tray.tell(count)
      app.setBadgeCount(count)
      const stays = new Set(attention.items.map(({ id }) => id))
      for (const [id, notification] of shown) if (!stays.has(id)) notification.close()
      const isLooking = window()?.isFocused() ?? false
      if (!isLooking && Notification.isSupported()) notify(attention)
    },
  }
}
