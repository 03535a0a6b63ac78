import { protocol, type Session } from 'electron'
import type { PageFiles } from '../serve/pageFiles'
import { pageHeaders } from '../serve/pageHeaders'

const scheme = 'understory-app'
export const pageOrigin = `${scheme}://page`
export const pageUrl = `${pageOrigin}/index.html`

/** Must run before the app is ready. An origin of its own: `file://` would share one with every file on the disk. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Answers from a fixed table: no request reaches the disk or the network. */
export function servePage(session: Session, files: PageFiles): void {
  session.protocol.handle(scheme, (request) => {
    const url = URL.parse(request.url)
    const file = url && `${url.protocol}//${url.host}` === pageOrigin ? files.get(url.pathname) : undefined
    if (!file || request.method !== 'GET') return new Response('There is no such file.', { status: 404 })
    return new Response(new Uint8Array(file.body), { headers: pageHeaders(file, []) })
  })
}
