import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { goOn, itemBelow, launch, seeGrowth } from './drive/realSteps'
import { realStories } from './drive/realStories'
import { expect, test } from './drive/realTest'
import type { App } from './harness/App'
import { SessionDrawer } from './pages/SessionDrawer'

/** What the agent two deep asks: allowed by mouse, denied with a reason by keyboard, allowed until it asks no more. */
async function answerTheNested(app: App, drawer: SessionDrawer, project: string): Promise<void> {
  const isThere = (name: string): boolean => existsSync(join(project, name))
  const card = drawer.cards.first()
  await expect(card).toContainText('touch once.txt')
  await expect(app.attention.button).toContainText('1 needs you')
  expect(isThere('once.txt')).toBe(false)
  await card.getByRole('button', { name: /^Allow once/ }).click()
  await expect(card).toContainText('touch denied.txt')
  expect(isThere('once.txt')).toBe(true)
  await card.focus()
  await app.page.keyboard.press('d')
  await app.page.keyboard.type('Not this one.')
  await app.page.keyboard.press('Enter')
  await expect(card).toContainText('always')
  await card.focus()
  await app.page.keyboard.press('a')
  await expect(drawer.cards).toHaveCount(0)
  await expect(drawer.drawer).toContainText('waits for your message')
  expect([isThere('denied.txt'), isThere('always.txt') || isThere('always')]).toEqual([false, true])
}

for (const story of realStories) {
  test(`${story.tool} ${story.version} itself: started, grown, answered, told more, interrupted, stopped, resumed, forked`, async ({
    stageOf,
    app,
  }) => {
    test.setTimeout(240_000)
    const { project, env, model } = await stageOf(story)
    await app.open({ variables: env, width: 1600, height: 1150 })
    const drawer = new SessionDrawer(app.page)
    await launch(app, story, project, 'Headless')
    await seeGrowth(app, story, model)
    await expect(drawer.drawer).toContainText('waits for your message')

    await drawer.send('NEST-ASK')
    await expect(drawer.cards).toHaveCount(1)
    const asker = await itemBelow(app, story.asker, 3, /needs you/)
    await answerTheNested(app, drawer, project)
    await expect(asker).toHaveAccessibleName(/completed/)

    await app.tree.selectRoot()
    await drawer.send('MORE')
    await expect(app.inspector.transcript).toContainText('More it is.')
    await expect(drawer.drawer).toContainText('waits for your message')
    await drawer.send(story.slow.prompt)
    await model.gates.reached(story.slow.gate)
    await expect(drawer.drawer).toContainText('in a turn for')
    await drawer.message.focus()
    await app.page.keyboard.press('Escape')
    await expect(drawer.drawer).toContainText('waits for your message')

    await drawer.button(/^Stop$/).click()
    await expect(drawer.drawer).toContainText('ended')

    await app.tree.selectRoot()
    await goOn(app, 'Resume', 'FURTHER', 'Headless')
    await expect(drawer.drawer).toContainText('waits for your message')
    await app.tree.selectRoot()
    await expect(app.inspector.transcript).toContainText('Gone further.')
    await expect(app.runs.rows).toHaveCount(1)

    await goOn(app, 'Fork', 'HELLO', 'Headless')
    await expect(app.runs.rows).toHaveCount(2)
    await expect(drawer.drawer).toContainText('waits for your message')
    await app.tree.selectRoot()
    await expect(app.inspector.transcript).toContainText('Hello to you.')
    await expect(app.page.getByRole('button', { name: /(goes on|forked) from/ })).toBeVisible()
  })
}
