import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Door, Verdict } from './judgeRequest'
import type { PageFiles } from './pageFiles'
import { pageHeaders, safeHeaders } from './pageHeaders'

interface Answers {
  readonly door: Door
  readonly files: PageFiles
  readonly options: { readonly version: string }
}

export function answerRequest(
  verdict: Verdict,
  request: IncomingMessage,
  response: ServerResponse,
  { door, files, options }: Answers,
): void {
  const end = (body: string | Buffer): void => {
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  const plain = (status: number, line: string): void => {
    response.writeHead(status, { ...safeHeaders, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    end(`${line}\n`)
  }
  switch (verdict.kind) {
    case 'refused':
      return plain(verdict.status, verdict.line)
    case 'health':
      response.writeHead(200, { ...safeHeaders, 'content-type': 'application/json', 'cache-control': 'no-store' })
      return end(JSON.stringify({ ok: true, version: options.version }))
    case 'enter':
      response.writeHead(303, {
        ...safeHeaders,
        // No fragment in the location: the browser then keeps the one of the link.
        location: '/',
        'set-cookie': `${door.cookieName}=${door.token}; Path=/; HttpOnly; SameSite=Strict`,
        'cache-control': 'no-store',
      })
      return end('')
    case 'socket':
      return plain(426, 'This address speaks WebSocket.')
    case 'file': {
      const file = files.get(verdict.path)
      if (!file) return plain(404, 'There is no such file.')
      response.writeHead(200, pageHeaders(file, [`ws://${verdict.host}`]))
      return end(file.body)
    }
    default:
      return verdict satisfies never
  }
}
