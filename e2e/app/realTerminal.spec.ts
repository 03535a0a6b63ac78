import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { goOn, itemBelow, launch, seeGrowth } from './drive/realSteps'
import { realStories } from './drive/realStories'
import { expect, test } from './drive/realTest'
import type { App } from './harness/App'
import { SessionDrawer } from './pages/SessionDrawer'
import { TerminalDrawer } from './pages/TerminalDrawer'

/** What the agent two deep asks to make, one after the other; the last goes by either name. */
const ASKED = ['once.txt', 'denied.txt', 'always'] as const

/** By its keys, as its screen offers it: the first choice is yes. What has just come up does not listen yet. */
async function answerThere(terminal: TerminalDrawer, asked: string, isDone: () => boolean): Promise<void> {
  await terminal.shows(asked)
  await expect(async () => {
    await terminal.page.keyboard.press('Enter')
    await expect.poll(isDone, { timeout: 8_000 }).toBe(true)
  }).toPass({ timeout: 60_000 })
}

/** Its screen shows only what its own agent asks; here is shown what any of them does. */
async function answerHere(app: App, asked: string): Promise<void> {
  const card = app.attention.list.locator('[data-ask]').filter({ hasText: asked })
  await card.getByRole('button', { name: /^Allow once/ }).click()
}

for (const story of realStories) {
  test(`${story.tool} ${story.version} in its own terminal: started, grown, answered, told more, interrupted, stopped, resumed, forked`, async ({
    stageOf,
    app,
  }) => {
    test.setTimeout(240_000)
    const { project, env, model } = await stageOf(story)
    await app.open({ variables: env, width: 1600, height: 1150 })
    const terminal = new TerminalDrawer(app.page)
    const drawer = new SessionDrawer(app.page)
    const say = async (text: string): Promise<void> => {
      await app.page.keyboard.type(text)
      await terminal.shows(text)
      await app.page.keyboard.press('Enter')
    }
    await launch(app, story, project, 'Terminal')
    await expect(terminal.rows).toBeVisible()
    await seeGrowth(app, story, model)

    await terminal.focus()
    await say('NEST-ASK')
    const { isToldHere, asks, again } = story.terminal
    const asker = await itemBelow(app, story.asker, 3, asks)
    if (isToldHere) await app.attention.button.click()
    for (const asked of ASKED) {
      const isDone = (): boolean => existsSync(join(project, asked)) || existsSync(join(project, `${asked}.txt`))
      expect(isDone()).toBe(false)
      if (!isToldHere) await answerThere(terminal, asked, isDone)
      else await answerHere(app, asked)
      await expect.poll(isDone).toBe(true)
    }
    // One more is asked, in words that are on the screen already.
    if (isToldHere) await answerHere(app, 'always')
    await expect(async () => {
      if (!isToldHere) await app.page.keyboard.press('Enter')
      await expect(asker).toHaveAccessibleName(/completed/, { timeout: 500 })
    }).toPass()
    if (isToldHere) await app.page.keyboard.press('Escape')

    await terminal.focus()
    await say('MORE')
    await terminal.shows('More it is.')
    await say(story.slow.prompt)
    await model.gates.reached(story.slow.gate)
    await app.page.keyboard.press('Escape')
    if (again !== null) {
      await terminal.shows(again)
      await app.page.keyboard.press('Escape')
    }
    await expect(app.tree.items.first()).toHaveAccessibleName(/completed|interrupted/)

    await drawer.button(/^Stop$/).click()
    await app.page
      .getByRole('dialog', { name: 'Stop this run?' })
      .getByRole('button', { name: /^Stop now/ })
      .click()
    await expect(drawer.drawer).toContainText('ended')

    await app.tree.selectRoot()
    await goOn(app, 'Resume', 'FURTHER', 'Terminal')
    await terminal.shows('Gone further.')
    await expect(app.runs.rows).toHaveCount(1)

    await app.tree.selectRoot()
    await goOn(app, 'Fork', 'HELLO', 'Terminal')
    await terminal.shows('Hello to you.')
    await expect(app.runs.rows).toHaveCount(2)
    await expect(app.page.getByRole('button', { name: /(goes on|forked) from/ })).toBeVisible()
  })
}
