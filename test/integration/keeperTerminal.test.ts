import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import type { Held } from '../../src/engine/keeper/held'
import type { LaunchSpec } from '../../src/engine/keeper/openKeeper'
import { ENV, startHeld, withKeeperStage } from '../harness/keeperStage'
import { residentBytes } from '../harness/residentBytes'

const MB = 1024 * 1024
const terminal = { cols: 91, rows: 33 }
const shell = (code: string): LaunchSpec => ({ file: 'sh', args: ['-c', code], cwd: tmpdir(), env: ENV, note: null, terminal })

interface HeardBytes {
  /** All that came, as text: the letters put together however they were cut. */
  text(): string
  readonly firstAt: number | null
  readonly reached: number
  /** Settles when the text holds this. */
  until(wanted: string): Promise<void>
  readonly ended: Promise<void>
  stop(): void
}

function hear(held: Held, from = 0): HeardBytes {
  const parts: Buffer[] = []
  let firstAt: number | null = null
  let reached = from
  const wishes = new Set<(said: string) => void>()
  const ended = Promise.withResolvers<void>()
  const text = (): string => Buffer.concat(parts).toString('utf8')
  const onData = (bytes: Uint8Array, at: number): void => {
    parts.push(Buffer.from(bytes))
    firstAt ??= at
    reached = at + bytes.length
    // Not the whole of a flood for each of its pieces.
    const lately = Buffer.concat(parts.slice(-8)).toString('utf8')
    for (const look of wishes) look(lately)
  }
  const stop = held.attach(from, onData, ended.resolve)
  return {
    text,
    get firstAt() {
      return firstAt
    },
    get reached() {
      return reached
    },
    until: (wanted) =>
      new Promise((resolve) => {
        const look = (said: string): void => {
          if (!said.includes(wanted)) return
          wishes.delete(look)
          resolve()
        }
        wishes.add(look)
        look(text())
      }),
    ended: ended.promise,
    stop,
  }
}

test('a terminal: colours, its size and a new one, what is typed, its end', async () => {
  await withKeeperStage(async ({ open }) => {
    const keeper = await open()
    const held = await startHeld(
      keeper,
      shell(
        `trap 'echo now $(stty size)' WINCH; printf '\\033[31mred\\033[0m %s\\n' "$TERM"; stty size; read -r line; echo "got $line"; while :; do read -r line && break; done; exit 5`,
      ),
    )
    const heard = hear(held)
    await heard.until('33 91')
    expect(heard.text()).toContain('\u001b[31mred\u001b[0m xterm-256color')
    await held.type('grüße ☂\r')
    await heard.until('got grüße ☂')
    expect((await held.resize({ cols: 120, rows: 40 })).ok).toBe(true)
    await held.type('\r')
    await heard.until('now 40 120')
    await held.type('end\r')
    expect(await held.exited).toMatchObject({ kind: 'ended', code: 5 })
    await heard.ended
    expect(held.sent()).toEqual([])
  })
})

test('letters that are cut in two are put together again', async () => {
  await withKeeperStage(async ({ open }) => {
    const keeper = await open()
    const held = await startHeld(
      keeper,
      shell(`stty -echo; printf 'ready \\360\\237'; read -r line; printf '\\214\\263 tree\\n'; read -r line`),
    )
    const heard = hear(held)
    await heard.until('ready')
    await held.type('\r')
    await heard.until('ready 🌳 tree')
    await held.stop({ stepMs: 300 })
    expect(await held.exited).toMatchObject({ kind: 'ended' })
  })
})

test('who comes back goes on where it stopped; an ended one can still be read', async () => {
  await withKeeperStage(async ({ open }) => {
    const keeper = await open()
    const held = await startHeld(keeper, shell(`stty -echo; for n in 1 2 3 4; do echo "part $n"; read -r line; done`))
    const first = hear(held)
    await first.until('part 1\r\n')
    first.stop()
    await held.type('\r')
    const other = await open()
    await other.list()
    const again = hear(other.get(held.id)!, first.reached)
    await again.until('part 2')
    expect(again.text()).not.toContain('part 1')
    expect(again.firstAt).toBe(first.reached)
    await held.type('\r\r\r')
    await again.ended
    expect(again.text()).toContain('part 4')
    const late = hear(held)
    await late.ended
    expect(late.text()).toBe(first.text() + again.text())
    expect(late.firstAt).toBe(0)
  })
})

test('a flood: bounded memory, the oldest is passed over and that is told', async () => {
  await withKeeperStage(async ({ open, keeperPid }) => {
    const keeper = await open()
    const flood = `stty -echo -opost; read -r line; head -c ${20 * MB} /dev/zero | tr '\\0' 'x'; printf '\\nlast words\\n'; read -r line`
    const held = await startHeld(keeper, shell(flood))
    let bytes = 0
    let tail = ''
    const whole = new Promise<void>((resolve) => {
      held.attach(0, (piece) => {
        bytes += piece.length
        tail = (tail + Buffer.from(piece).toString('latin1')).slice(-20)
        if (tail.includes('last words\n')) resolve()
      })
    })
    await held.type('\r')
    await whole
    expect(bytes).toBeGreaterThanOrEqual(20 * MB)
    const late = hear(held)
    await late.until('last words\n')
    expect(late.firstAt).toBe(bytes - 4 * MB)
    expect(Buffer.byteLength(late.text())).toBe(4 * MB)
    expect(residentBytes(keeperPid())).toBeLessThan(160 * MB)
    await held.type('\r')
    expect(await held.exited).toMatchObject({ kind: 'ended', code: 0 })
    const after = hear(held)
    await after.ended
    expect(after.text()).toContain('last words')
  })
})

test('a follower that takes nothing pauses the terminal; one that is gone does not', async () => {
  await withKeeperStage(async ({ open }) => {
    const keeper = await open()
    const visitor = await open()
    const held = await startHeld(
      keeper,
      shell(`stty -echo -opost; read -r line; head -c ${8 * MB} /dev/zero | tr '\\0' 'x'; printf 'over'; read -r line`),
    )
    await visitor.list()
    let taken = 0
    const { promise: never } = Promise.withResolvers<void>()
    const full = Promise.withResolvers<void>()
    visitor.get(held.id)!.attach(0, (piece) => {
      taken += piece.length
      full.resolve()
      return never
    })
    const heard = hear(held)
    await held.type('\r')
    await full.promise
    await visitor.close('leave')
    await heard.until('over')
    expect(taken).toBeLessThan(2 * MB)
    await held.stop({ stepMs: 300 })
  })
})

test('all that a flood said is there when its writer ends at once', async () => {
  await withKeeperStage(async ({ open }) => {
    const keeper = await open()
    const held = await startHeld(keeper, shell(`stty -opost; head -c ${3 * MB} /dev/zero | tr '\\0' 'x'; printf 'the very last'`))
    let bytes = 0
    let tail = ''
    await new Promise<void>((resolve) => {
      held.attach(
        0,
        async (piece) => {
          bytes += piece.length
          // It may come in two pieces.
          tail = (tail + Buffer.from(piece).toString('latin1')).slice(-13)
          // Slower than the flood.
          await new Promise((go) => setImmediate(go))
        },
        resolve,
      )
    })
    expect(tail).toBe('the very last')
    expect(bytes).toBe(3 * MB + 13)
  })
})

test('what no terminal can be opened for is said as for any launch', async () => {
  await withKeeperStage(async ({ open }) => {
    const keeper = await open()
    const code = async (spec: LaunchSpec): Promise<string> => {
      const started = await keeper.start(spec)
      return started.ok ? 'started' : started.failure.code
    }
    expect(await code({ ...shell(''), file: 'no-such-program' })).toBe('program_missing')
    expect(await code({ ...shell(''), cwd: '/no/such/folder' })).toBe('folder_gone')
    expect(await code({ ...shell(''), args: ['a\0b'] })).toBe('bad_argument')
    expect(await code({ ...shell(''), args: ['x'.repeat(200_000)] })).toBe('too_long')
  })
})
