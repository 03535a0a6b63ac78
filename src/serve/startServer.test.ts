import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Port } from '../shared/port'
import { type RunningServer, startServer } from './startServer'

const folder = mkdtempSync(join(tmpdir(), 'understory-serve-'))
const pageFolder = join(folder, 'page')
const pages: { port: Port; isClosed: boolean }[] = []
let server: RunningServer
let token = ''

const options = { host: '127.0.0.1', port: 0, pageFolder, version: '1.2.3' }

function openPage(port: Port): { close(): void } {
  const page = { port, isClosed: false }
  pages.push(page)
  port.onFrame((frame) => port.send({ echo: frame }))
  return {
    close: () => {
      page.isClosed = true
    },
  }
}

async function start(more: Partial<typeof options> = {}): Promise<RunningServer> {
  const started = await startServer({ ...options, ...more, openPage })
  if (!started.ok) throw new Error(started.failure.message)
  return started.value
}

beforeEach(async () => {
  pages.length = 0
  mkdirSync(join(pageFolder, 'assets'), { recursive: true })
  writeFileSync(join(pageFolder, 'index.html'), '<title>page</title>')
  writeFileSync(join(pageFolder, 'assets', 'a-1234.js'), 'let a')
  writeFileSync(join(folder, 'secret.js'), 'secret')
  server = await start()
  token = new URL(server.url).searchParams.get('token') ?? ''
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Node's own client: fetch would tidy the path and refuse to lie about Host. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

const cookie = () => ({ cookie: `understory_${server.port}=${token}` })
const own = () => `127.0.0.1:${server.port}`

function openSocket(headers: Record<string, string>, path = '/socket'): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, { headers })
    socket.on('open', () => resolve(socket))
    socket.on('error', reject)
  })
}

const closing = (socket: WebSocket) => new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)))

describe('the way in', () => {
  it('the link moves its token into a cookie and out of the address bar', async () => {
    const entered = await ask(`/?token=${token}`)
    expect([entered.status, entered.headers.location]).toEqual([303, '/'])
    const [set = ''] = entered.headers['set-cookie'] ?? []
    expect(set).toMatch(new RegExp(`^understory_${server.port}=${token};`))
    expect(set).toMatch(/HttpOnly/)
    expect(set).toMatch(/SameSite=Strict/)
    const page = await ask('/', { cookie: set.split(';')[0] ?? '' })
    expect([page.status, page.body]).toEqual([200, '<title>page</title>'])
  })

  it('the token is long and another one each time', async () => {
    const other = await start()
    const second = new URL(other.url).searchParams.get('token') ?? ''
    await other.close()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(second).not.toBe(token)
  })

  it.each([
    ['nothing', {}],
    ['another token', { cookie: 'understory_PORT=wrong' }],
    ['half of the token', { cookie: 'understory_PORT=HALF' }],
    ['the cookie of another server', { cookie: 'understory_1=TOKEN' }],
    ['an empty cookie', { cookie: 'understory_PORT=' }],
  ])('is closed to %s', async (_, headers) => {
    const filled = Object.entries(headers).map(([name, value]) => [
      name,
      value.replace('PORT', String(server.port)).replace('TOKEN', token).replace('HALF', token.slice(0, 20)),
    ])
    for (const path of ['/', '/index.html', '/assets/a-1234.js', '/socket', '/?token=wrong', '/nothing']) {
      const { status, body } = await ask(path, Object.fromEntries(filled))
      expect([path, status]).toEqual([path, 403])
      expect(body).toMatch(/^[^\n]+\n$/)
      expect(body).not.toContain(token)
    }
  })

  it('finds its cookie among others of the same name', async () => {
    const name = `understory_${server.port}`
    const { status } = await ask('/', { cookie: `a=b; ${name}=old;${name}=${token}` })
    expect(status).toBe(200)
  })

  it.each(['evil.example', 'evil.example:PORT', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example:PORT'])(
    'does not answer to the name "%s"',
    async (host) => {
      const headers = { host: host.replace('PORT', String(server.port)) }
      expect((await ask('/', { ...cookie(), ...headers })).status).not.toBe(200)
      expect((await ask('/healthz', headers)).body).not.toContain('1.2.3')
    },
  )

  it.each(['localhost:PORT', 'LOCALHOST:PORT', '[::1]:PORT', '127.0.0.1:PORT'])('answers to %s', async (host) => {
    const { status } = await ask('/healthz', { host: host.replace('PORT', String(server.port)) })
    expect(status).toBe(200)
  })

  it.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'https://127.0.0.1:PORT', 'http://localhost:PORT', ''])(
    'pages of the origin "%s" are refused',
    async (origin) => {
      const headers = { ...cookie(), host: own(), origin: origin.replace('PORT', String(server.port)) }
      expect((await ask('/index.html', headers)).status).toBe(403)
      await expect(openSocket(headers)).rejects.toThrow('403')
      expect(pages).toEqual([])
    },
  )

  it('says it is well to anyone at this address, and nothing else', async () => {
    const { status, body, headers } = await ask('/healthz')
    expect([status, JSON.parse(body)]).toEqual([200, { ok: true, version: '1.2.3' }])
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  it.each(['POST', 'PUT', 'OPTIONS', 'DELETE'])('does not understand %s', async (method) => {
    const { status, headers } = await ask('/', cookie(), method)
    expect(status).toBe(405)
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('the page', () => {
  it('is served under a policy without inline code, and may talk to this server only', async () => {
    const { headers } = await ask('/', cookie())
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain(`connect-src 'self' ws://${own()}`)
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  })

  it('keeps what is named by its content', async () => {
    const { headers, body } = await ask('/assets/a-1234.js', cookie())
    expect([headers['content-type'], body]).toEqual(['text/javascript; charset=utf-8', 'let a'])
    expect(headers['cache-control']).toContain('immutable')
  })

  it.each([
    '/../secret.js',
    '/assets/../../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/assets\\..\\..\\secret.js',
    '//secret.js',
    '/assets/',
    '/__proto__',
    '/constructor',
  ])('nothing else can be reached: %s', async (path) => {
    const { status, body } = await ask(path, cookie())
    expect(status).toBe(404)
    expect(body).not.toContain('secret\n')
  })

  it('does not change under the feet of a page that is open', async () => {
    writeFileSync(join(pageFolder, 'index.html'), 'rebuilt')
    expect((await ask('/', cookie())).body).toBe('<title>page</title>')
  })
})

describe('the socket', () => {
  it('several pages talk at once, each for itself', async () => {
    const sockets = await Promise.all([openSocket(cookie()), openSocket({}, `/socket?token=${token}`)])
    const answers = sockets.map((socket) => new Promise((resolve) => socket.on('message', (data) => resolve(String(data)))))
    sockets.forEach((socket, i) => {
      socket.send(JSON.stringify({ i }))
    })
    expect(await Promise.all(answers)).toEqual(['{"echo":{"i":0}}', '{"echo":{"i":1}}'])
    const gone = closing(sockets[0]!)
    sockets[0]!.close()
    await gone
    await expect.poll(() => pages.map(({ isClosed }) => isClosed).sort()).toEqual([false, true])
  })

  it.each([
    ['without a token', {}, '/socket'],
    ['with a wrong one', { cookie: 'understory_1=x' }, '/socket?token=x'],
    ['from another name', { host: 'evil.example' }, '/socket?token=TOKEN'],
  ])('is closed to who comes %s', async (_, headers, path) => {
    await expect(openSocket(headers, path.replace('TOKEN', token))).rejects.toThrow('403')
    expect(pages).toEqual([])
  })

  it('is at one address only', async () => {
    await expect(openSocket(cookie(), '/other')).rejects.toThrow('404')
  })

  it.each([
    ['longer than a page ever says', 'x'.repeat(1024 * 1024 + 1), 1009],
    ['that is not JSON', '{', 1007],
    ['of bytes', Buffer.from([1, 2]), 1003],
  ])('a frame %s ends it', async (_, frame, code) => {
    const socket = await openSocket(cookie())
    const closed = closing(socket)
    socket.send(frame)
    expect(await closed).toBe(code)
    await expect.poll(() => pages.map(({ isClosed }) => isClosed)).toEqual([true])
  })

  it('sending into a closed one does nothing', async () => {
    const socket = await openSocket(cookie())
    socket.terminate()
    await expect.poll(() => pages[0]?.isClosed).toBe(true)
    expect(() => pages[0]?.port.send({})).not.toThrow()
  })
})

describe('the end', () => {
  it('pages are told, and what does not listen is cut off', async () => {
    const polite = await openSocket(cookie())
    const closed = closing(polite)
    const rude = connectSocket(server.port, '127.0.0.1')
    rude.on('error', () => undefined)
    await new Promise((resolve) => rude.once('connect', resolve))
    await server.close()
    await server.close()
    expect(await closed).toBe(1001)
    await expect(ask('/healthz')).rejects.toThrow()
    rude.destroy()
  })
})

describe('what can go wrong at the start', () => {
  it.each([
    ['port_taken', () => ({ port: server.port }), /Port \d+ is in use/],
    ['not_built', () => ({ pageFolder: join(folder, 'nowhere') }), /npm run build/],
    ['bad_host', () => ({ host: '203.0.113.7' }), /no address of this machine/],
  ] as const)('%s is said in one sentence', async (reason, more, words) => {
    const started = await startServer({ ...options, ...more(), openPage })
    expect(started).toMatchObject({ ok: false, failure: { reason } })
    expect(started.ok ? '' : started.failure.message).toMatch(words)
  })
})
