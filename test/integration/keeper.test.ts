import { chmodSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ENV, hearLines, keeperFile, script, startHeld, withKeeperStage } from '../harness/keeperStage'
import { residentBytes } from '../harness/residentBytes'

const ECHO = `require('readline').createInterface({input: process.stdin}).on('line', (line) => console.log('heard ' + line))`
const MB = 1024 * 1024

test('what is written comes back, is kept, and its end is told', async () => {
  await withKeeperStage(async ({ open, home }) => {
    const keeper = await open()
    const held = await startHeld(keeper, script(ECHO, [], { note: { for: 'me' } }))
    const lines = hearLines(held)
    expect(await held.write('one')).toEqual({ ok: true, value: { isHandedOver: true, waitingBytes: 0 } })
    expect(await lines.next()).toBe('heard one')
    await held.write('two')
    await held.endInput()
    await lines.ended
    expect(lines.all).toEqual(['heard one', 'heard two'])
    expect(await held.exited).toMatchObject({ kind: 'ended', code: 0, signal: null, because: null })
    expect(held.sent().map((line) => line.text)).toEqual(['one\n', 'two\n'])
    expect((await held.write('three')).ok).toBe(false)
    const written = readFileSync(join(home, 'launches', held.id, 'state.json'), 'utf8')
    expect(JSON.parse(written)).toMatchObject({ note: { for: 'me' }, exited: { code: 0 } })
    for (const path of [held.out, held.err, join(dirname(held.out), 'in')]) expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(held.out)).mode & 0o777).toBe(0o700)
    await held.forget()
    expect(await keeper.list()).toEqual([])
  })
})

test('the environment is the given one, and is written down nowhere', async () => {
  await withKeeperStage(async ({ open, home }) => {
    const keeper = await open()
    const env = { ...ENV, SECRET: 'hunter-2' }
    const held = await startHeld(keeper, script('console.log(JSON.stringify(process.env))', [], { env }))
    expect(JSON.parse(await hearLines(held).next())).toEqual({ ...ENV, SECRET: 'hunter-2' })
    const kept = [join(home, 'launches', held.id, 'state.json'), join(home, 'keeper', 'log'), join(home, 'keeper.json')]
    for (const path of kept) expect(readFileSync(path, 'utf8')).not.toContain('hunter')
  })
})

test('100 MB in a burst hold up nobody and stay on disk', async () => {
  await withKeeperStage(async ({ open, keeperPid }) => {
    const keeper = await open()
    const spec = script(
      `const line = 'x'.repeat(99) + '\\n'; const part = line.repeat(10486); for (let i = 0; i < 100; i++) require('fs').writeSync(1, part)`,
    )
    const held = await startHeld(keeper, spec)
    const before = process.memoryUsage().rss
    let bytes = 0
    let lines = 0
    let longestMs = 0
    let last = performance.now()
    const clock = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last)
      last = performance.now()
    }, 5)
    await new Promise<void>((resolve) => {
      held.follow(
        0,
        (line) => {
          bytes += line.length + 1
          lines += 1
        },
        { onEnd: resolve },
      )
    })
    clearInterval(clock)
    expect([bytes, lines]).toEqual([104_860_000, 1_048_600])
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * MB)
    expect(residentBytes(keeperPid())).toBeLessThan(120 * MB)
    // A turn of the engine is a few ms; the rest is what two cores have to do besides.
    expect(longestMs).toBeLessThan(500)
  })
})

test('a line of 20 MB and garbage between lines arrive as they are', async () => {
  await withKeeperStage(async ({ open }) => {
    const keeper = await open()
    const code = `const w = (x) => require('fs').writeSync(1, x); w(Buffer.from([0, 255, 254, 13, 10, 128, 10])); let b = Buffer.alloc(20 * 1024 * 1024, 121); let at = 0; while (at < b.length) at += require('fs').writeSync(1, b, at); w('\\nlast\\n')`
    const held = await startHeld(keeper, script(code))
    const seen: Buffer[] = []
    const offsets: number[] = []
    await new Promise<void>((resolve) => {
      held.follow(
        0,
        (line, offset) => {
          seen.push(Buffer.from(line))
          offsets.push(offset)
        },
        { onEnd: resolve },
      )
    })
    expect(seen.map((line) => line.length)).toEqual([3, 1, 20 * MB, 4])
    expect(seen[0]).toEqual(Buffer.from([0, 255, 254]))
    expect(offsets).toEqual([0, 5, 7, 20 * MB + 8])
  })
})

test('1 MB in one line goes in; a child that does not read is told of', async () => {
  await withKeeperStage(async ({ open }) => {
    const keeper = await open()
    const counting = await startHeld(
      keeper,
      script(`let n = 0; process.stdin.on('data', (d) => { n += d.length }).on('end', () => console.log(n)); console.log('up')`),
    )
    const counted = hearLines(counting)
    expect(await counted.next()).toBe('up')
    expect(await counting.write('y'.repeat(MB))).toMatchObject({ ok: true, value: { isHandedOver: true } })
    await counting.endInput()
    expect(await counted.next()).toBe(String(MB + 1))
    const deaf = await startHeld(keeper, script('setInterval(() => {}, 1000)'))
    expect(await deaf.write('y'.repeat(MB))).toMatchObject({ ok: true, value: { isHandedOver: false } })
    expect((await deaf.stop({ stepMs: 200 })).ok).toBe(true)
  })
})

test('arguments arrive literally', async () => {
  await withKeeperStage(async ({ open }) => {
    const keeper = await open()
    const args = ['-x', '--', 'a "b" \'c\'', 'line\nline', '$(touch /nowhere)', '`id`', '*', '', 'ü ☂', 'a\\b', '%PATH%', '~']
    const held = await startHeld(keeper, script('console.log(JSON.stringify(process.argv.slice(1)))', args))
    expect(JSON.parse(await hearLines(held).next())).toEqual(args)
    expect(held.argv.slice(4)).toEqual(args)
  })
})

test('what cannot be started is said in words, and told apart', async () => {
  await withKeeperStage(async ({ open, home }) => {
    const keeper = await open()
    const folder = join(home, 'work here ☂')
    mkdirSync(folder)
    writeFileSync(join(folder, 'plain'), 'text')
    writeFileSync(join(folder, 'lost'), '#!/no/such/interpreter\n')
    chmodSync(join(folder, 'lost'), 0o755)
    const base = { args: [], cwd: folder, env: ENV, note: null }
    const fault = async (more: { file: string; cwd?: string; args?: string[] }): Promise<unknown> => {
      const started = await keeper.start({ ...base, ...more })
      return started.ok ? 'started' : [started.failure.code, started.failure.message]
    }
    expect(await fault({ file: 'no-such-program' })).toEqual(['program_missing', 'There is no program no-such-program.'])
    expect(await fault({ file: './lost' })).toMatchObject(['interpreter_missing', expect.stringContaining('./lost')])
    expect(await fault({ file: './plain' })).toMatchObject(['not_executable', './plain may not be run as a program.'])
    expect(await fault({ file: 'sh', args: ['x'.repeat(3 * MB)] })).toMatchObject(['too_long', expect.any(String)])
    expect(await fault({ file: 'sh', args: ['a\0b'] })).toMatchObject(['bad_argument', expect.any(String)])
    expect(await fault({ file: 'sh', cwd: join(folder, 'plain') })).toEqual(['folder_gone', `${folder}/plain is not a folder.`])
    const gone = join(folder, 'gone')
    mkdirSync(gone)
    rmdirSync(gone)
    expect(await fault({ file: 'sh', cwd: gone })).toEqual(['folder_gone', `The folder ${gone} does not exist any more.`])
    const states = (await keeper.list()).map((held) => held.state().kind)
    expect(states).toEqual(Array(7).fill('failed'))
  })
})

test('it exits at once: code, signal and the end of what it complained', async () => {
  await withKeeperStage(async ({ open }) => {
    const keeper = await open()
    const seven = await startHeld(keeper, script(`process.stderr.write('x'.repeat(5000) + 'so bad ☂'); process.exit(7)`))
    expect(await seven.exited).toMatchObject({ kind: 'ended', code: 7 })
    expect(seven.errTail(10)).toBe('so bad ☂')
    expect(seven.errTail(2)).toBe('')
    const killed = await startHeld(keeper, script('process.kill(process.pid, "SIGKILL")'))
    expect(await killed.exited).toMatchObject({ kind: 'ended', code: null, signal: 'SIGKILL' })
  })
})

test('the ladder: gently, then with force, and what it started ends too', async () => {
  await withKeeperStage(async ({ open }) => {
    const keeper = await open()
    const polite = await startHeld(keeper, script(ECHO))
    const heard = hearLines(polite)
    expect(await polite.stop({ lastLine: 'goodbye', because: 'enough' })).toEqual({ ok: true, value: undefined })
    expect(await polite.exited).toMatchObject({ kind: 'ended', code: 0, because: 'enough' })
    await heard.ended
    expect(heard.all).toEqual(['heard goodbye'])

    const stubborn = await startHeld(
      keeper,
      script(`process.on('SIGTERM', () => console.log('no')); setInterval(() => {}, 1000); console.log('up')`),
    )
    const refusals = hearLines(stubborn)
    await refusals.next()
    await stubborn.stop({ stepMs: 2000 })
    expect(await stubborn.exited).toMatchObject({ kind: 'ended', signal: 'SIGKILL' })
    await refusals.ended
    expect(refusals.all).toEqual(['up', 'no'])

    const grandchild = `console.log(process.pid); process.on('SIGTERM', () => { console.log('grandchild ends'); process.exit() }); setInterval(() => {}, 1000)`
    const parent = await startHeld(
      keeper,
      script(
        `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], {stdio: 'inherit'}); process.stdin.resume().on('end', () => process.exit(0))`,
      ),
    )
    const pid = Number(await hearLines(parent).next())
    expect(pid).toBeGreaterThan(0)
    await parent.stop({ stepMs: 2000 })
    expect(readFileSync(parent.out, 'utf8')).toContain('grandchild ends')
  })
})

test('20 at once, each its own', async () => {
  await withKeeperStage(async ({ open }) => {
    const keeper = await open()
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => keeper.start(script(ECHO, [], { note: n }))))
    const held = all.map((one) => (one.ok ? one.value : null))
    await Promise.all(held.map((one, n) => one?.write(`number ${n}`)))
    const lines = await Promise.all(held.map((one) => (one ? hearLines(one).next() : 'none')))
    expect(lines).toEqual(held.map((_, n) => `heard number ${n}`))
    expect((await keeper.list()).map((one) => one.state().kind)).toEqual(Array(20).fill('running'))
    await keeper.close('stop', 500)
  })
})

test('nobody comes in without the token', async () => {
  await withKeeperStage(async ({ open, home }) => {
    const keeper = await open()
    await startHeld(keeper, script(ECHO))
    const { socket } = keeperFile(home)
    expect(statSync(join(home, 'keeper.json')).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700)
    for (const first of ['{"kind":"hello","token":"x","protocol":1,"graceMs":1}', '{"kind":"list","id":1}', 'garbage', '{}']) {
      const said = await new Promise<string>((resolve) => {
        let text = ''
        const visitor = connect(socket, () => visitor.write(`${first}\n`))
        visitor.on('data', (chunk) => {
          text += chunk
        })
        visitor.on('close', () => resolve(text))
      })
      expect(said).toBe('')
    }
  })
})

test('a home too deep for a socket has one elsewhere', async () => {
  await withKeeperStage(
    async ({ open, home }) => {
      const keeper = await open()
      const held = await startHeld(keeper, script(ECHO))
      await held.write('deep')
      expect(await hearLines(held).next()).toBe('heard deep')
      const { socket } = keeperFile(home)
      expect(socket.startsWith(home)).toBe(false)
      expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700)
    },
    { homeName: `${'deep-'.repeat(20)}home ☂` },
  )
})
