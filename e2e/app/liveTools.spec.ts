import { startSessionServer } from '../../src/testing/sessionServer'
import { GrowingDatabase } from './harness/GrowingDatabase'
import { expect, test } from './harness/test'
import { TOOLS } from './threeTools'
import { startWaitingServer, WAITING_TITLE, type WaitingServer } from './waitingServer'

test('an agent that an OpenCode database gets while one looks is there within a second @alone', async ({ world, app }) => {
  const recording = world.recordingOf('opencode', TOOLS.opencode.recording)
  const database = new GrowingDatabase(recording, world.rootOf('opencode'))
  try {
    database.writeUntil('Lead the analysis')
    await app.open()
    await app.runs.open(TOOLS.opencode.title)
    await expect(app.tree.items).toHaveCount(1)
    await app.tree.watchAppearances()
    for (const description of ['Lead the analysis', 'Read login module']) {
      database.writeUntil(`${description}"`)
      const writtenAt = Date.now()
      database.writeNext()
      await expect(app.tree.agent(description)).toBeAttached()
      // In the tree before its card is painted: until then its moment is none.
      const seen = async () =>
        (await app.tree.appearances()).find(({ words, at }) => words.includes(description) && at > 0)?.at ??
        Number.POSITIVE_INFINITY
      await expect.poll(seen).toBeLessThan(Number.POSITIVE_INFINITY)
      expect((await seen()) - writtenAt, `${description} after`).toBeLessThan(1000)
    }
    database.writeRest()
    await expect(app.tree.agent('Read login module')).toHaveAccessibleName(/completed/)
  } finally {
    database.close()
  }
})

test.describe('with a server that tells more than the database', () => {
  let story: WaitingServer
  test.beforeEach(async ({ world, app }) => {
    story = await startWaitingServer(world)
    await app.open({ variables: story.variables })
    await story.work()
    await app.runs.open(WAITING_TITLE)
    await expect(app.tree.agent('Needs permission')).toHaveAccessibleName(/running/)
  })
  test.afterEach(() => story.close())

  test('a permission that an agent of an agent asks for is listed with its words, and gone when it is given', async ({ app }) => {
    story.ask()
    await expect(app.attention.button).toContainText('1 needs you')
    await app.attention.button.click()
    await expect(app.attention.items).toContainText(['bash: echo hello'])
    await expect(app.attention.items.first()).toContainText('general #1')
    await app.attention.items.first().getByRole('button', { name: 'Open' }).click()
    await expect(app.tree.selected).toHaveAccessibleName(/needs you/)
    await expect(app.tree.card('general')).toContainText('permission: bash echo hello')
    await expect(app.inspector.pane).toContainText('bash: echo hello')
    story.answer()
    await expect(app.attention.button).toContainText('nothing needs you')
    await expect(app.tree.agent('Needs permission')).toHaveAccessibleName(/running/)
  })

  test('an attempt that failed says when it is made again', async ({ app }) => {
    story.retry(3600)
    await expect(app.tree.card('general')).toContainText(/retry \d\d:\d\d:\d\d: overloaded/)
    await expect(app.tree.agent('Needs permission')).toHaveAccessibleName(/running/)
  })

  test('[S1.19] a server that is lost is said in the status bar, counted down, and tried again on demand', async ({ app }) => {
    const bar = app.page.getByRole('contentinfo')
    const item = bar.getByRole('button', { name: /server/ })
    await expect(item).toHaveText(/^\d+ servers?$/)
    await story.server.close()
    await expect(item).toHaveText(/(server|of \d+ servers) (down since \d\d:\d\d|reconnecting( in \d+ s)?)$/)
    await item.click()
    const row = app.page.getByRole('dialog', { name: 'Servers' }).getByRole('listitem').filter({ hasText: story.server.url })
    // It tries by itself as well, at longer and longer intervals: the press must be what does it.
    await expect(row).toContainText(/down since .*next try in (1[2-6]|2\d|30) s/, { timeout: 60_000 })
    const again = await startSessionServer({ port: story.server.port })
    try {
      await row.getByRole('button', { name: 'Retry' }).click()
      await expect(row).toContainText('connected since', { timeout: 6_000 })
      await expect(row.getByRole('button', { name: 'Retry' })).toHaveCount(0)
      await expect(item).toHaveText(/^\d+ servers?$/)
    } finally {
      await again.close()
    }
  })
})
