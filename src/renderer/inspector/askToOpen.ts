import { copyText } from '../controls/copyText'
import { openMenu } from '../controls/Menu'
import { callEngine, faultOf, useClient } from '../store/client'
import { useTold } from '../store/told'
import type { SafeLink } from './markdown/safeLink'

/** Where the link leads is said first; the text of a link may say anything. */
export function askToOpen(at: HTMLElement | { readonly x: number; readonly y: number }, { url, host }: SafeLink): void {
  openMenu({
    at,
    label: url,
    items: [
      {
        kind: 'action',
        id: 'open-link',
        label: `Open ${host}`,
        icon: 'arrow',
        hint: url.slice(0, 200),
        run: () => openLink(url),
      },
      { kind: 'action', id: 'copy-link', label: 'Copy link', icon: 'copy', run: () => void copyText(url) },
    ],
  })
}

function openLink(url: string): void {
  const { connection } = useClient.getState()
  if (connection.kind === 'open' && !connection.shell.can.openLink) {
    window.open(url, '_blank', 'noopener,noreferrer')
    return
  }
  void callEngine('openLink', { url }).catch((error: unknown) => {
    const notice = { level: 'error' as const, code: 'open_link', message: faultOf(error).message }
    useTold.setState(({ notices }) => ({ notices: [...notices.slice(-49), notice] }))
  })
}
