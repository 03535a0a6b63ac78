import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchActs } from '../src/engine/drive/launchActs'
import { driveSteps } from './drive/driveSteps'
import { type OpenCodeStage, openOpenCodeStage } from './drive/openOpenCodeStage'

describe('programs that are not as they should be', () => {
  let home: OpenCodeStage

  beforeAll(async () => {
    home = await openOpenCodeStage('1.0.185')
  })

  afterAll(async () => {
    await home?.close()
  })

  const program = (name: string, lines: string): string => {
    const path = join(home.workspace.folder, name)
    writeFileSync(path, `#!/bin/sh\nif [ "$1" = --version ]; then echo 1.18.34; exit 0; fi\n${lines}\n`)
    chmodSync(path, 0o755)
    return path
  }

  test('one that ends at once is said with its last words, and leaves no launch', async () => {
    const stage = await home.open(program('ends', 'echo "broken: no such thing" >&2; exit 3'))
    const started = await stage.desk.start(home.wish('HELLO'))
    expect(started).toMatchObject({
      ok: false,
      failure: { code: 'failed', message: expect.stringContaining('broken: no such thing') },
    })
    expect(stage.desk.news().launches).toEqual([])
    await stage.close()
  })

  test('one that prints garbage and hangs is ended', async () => {
    const stage = await home.open(program('garbage', 'head -c 3000000 /dev/urandom; exec sleep 1000'))
    const started = await stage.desk.start(home.wish('HELLO'))
    expect(started).toMatchObject({ ok: false, failure: { code: 'failed', message: expect.stringContaining('did not start') } })
    expect(stage.desk.news().launches).toEqual([])
    await stage.close()
  })

  test('1.0.185 is too old to be steered, said with what to do; its own terminal works', async () => {
    const stage = await home.open()
    const steps = driveSteps(stage)
    expect(await stage.desk.start(home.wish('HELLO'))).toMatchObject({
      ok: false,
      failure: { code: 'old_program', message: expect.stringContaining('1.0.185'), advice: expect.stringContaining('Terminal') },
    })
    const launch = await stage.start(home.wish('HELLO old one', { way: 'terminal' }))
    let screen = ''
    stage.desk.terminal(launch)?.follow(0, (_, bytes) => {
      screen += Buffer.from(bytes).toString('latin1')
    })
    await stage.until('it prompted its model', () =>
      home.sent.some(({ messages }) => JSON.stringify(messages).includes('HELLO old one')),
    )
    await steps.phase(launch, 'idle')
    expect(screen).toContain('HELLO old one')
    await launchActs.stop(launch, 'now')
    await steps.phase(launch, 'ended')
    await stage.close()
  })
})
