import { app, type Session } from 'electron'
import { pageOrigin, pageUrl } from './pageScheme'

/** The page as it is opened; the hash is its own business. */
export function isOurPage(url: string): boolean {
  return url.replace(/#.*$/s, '') === pageUrl
}

/** What no page of this app may ever do, whatever it contains. */
export function guardContents(): void {
  app.on('web-contents-created', (_, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.on('will-navigate', (event) => {
      if (!isOurPage(event.url)) event.preventDefault()
    })
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !isOurPage(event.url)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
  })
}

// What "copy" needs: text onto the clipboard after a click. Reading it back stays denied.
const allowed = 'clipboard-sanitized-write'

/** Nothing else is granted: no camera, no place, no notifications but main's own, nothing fetched to the disk. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_, permission, decide) => decide(permission === allowed))
  session.setPermissionCheckHandler(
    (contents, permission) => permission === allowed && contents !== null && isOurPage(contents.getURL()),
  )
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event, item) => {
    // Pictures the page made itself are saved where the person says.
    if (!item.getURL().startsWith(`blob:${pageOrigin}/`)) event.preventDefault()
  })
}
