import type { App } from '../harness/App'
import { test } from '../harness/test'
import { placeCrowdStory } from './crowdStory'
import { placeLoginStory, reproduce } from './loginStory'
import { placeOtherRuns } from './otherRuns'
import { shoot } from './shoot'

async function openLogin(app: App): Promise<void> {
  await app.runs.open('Fix flaky login test')
  await app.tree.agent(reproduce.description).waitFor({ state: 'attached' })
  // By keyboard: in a narrow window the inspector lies over the cards.
  await app.tree.selectRoot()
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter']) await app.page.keyboard.press(key)
  await app.inspector.transcript.getByText('two things at once').waitFor()
}

for (const theme of ['dark', 'light'] as const) {
  test(`main, ${theme}`, async ({ world, app }) => {
    await placeLoginStory(world)
    placeOtherRuns(world)
    await app.open({ before: (page) => page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' }) })
    await openLogin(app)
    await shoot(app.page, `main-${theme}`)
    for (const tab of ['Prompt & result', 'Tools', 'Facts']) {
      await app.inspector.tab(tab).click()
      await shoot(app.page, `inspector-${tab.split(' ')[0]?.toLowerCase()}-${theme}`)
    }
    await app.inspector.tab('Transcript').click()
    await app.inspector.button(/why here/i).click()
    await shoot(app.page, `why-here-${theme}`)
    await app.page.keyboard.press('Escape')
    await app.palette.open()
    await app.palette.input.fill('login')
    await app.palette.options.first().waitFor()
    await shoot(app.page, `palette-${theme}`)
    await app.page.keyboard.press('Escape')
    await app.attention.button.click()
    await app.attention.items.first().waitFor()
    await shoot(app.page, `attention-${theme}`)
    await app.page.keyboard.press('Escape')
    await app.page.getByRole('button', { name: 'Settings' }).click()
    await app.page.getByRole('dialog', { name: 'Settings' }).waitFor()
    await shoot(app.page, `settings-${theme}`)
    await app.page.keyboard.press('Escape')
    await app.page.keyboard.press('?')
    await shoot(app.page, `keys-${theme}`)
  })

  test(`crowded, ${theme}`, async ({ world, app }) => {
    await placeCrowdStory(world)
    placeOtherRuns(world)
    await app.open({ before: (page) => page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' }) })
    await app.runs.open('Migrate 214 packages')
    await app.tree.items.nth(8).waitFor({ state: 'attached' })
    await app.page.keyboard.press('f')
    await shoot(app.page, `crowded-${theme}`)
  })

  test(`first start, ${theme}`, async ({ app }) => {
    await app.open({ before: (page) => page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' }) })
    await shoot(app.page, `first-start-${theme}`)
  })
}

test('errors: a folder that cannot be read, and an engine that is gone', async ({ world, app }) => {
  await placeLoginStory(world)
  placeOtherRuns(world)
  await app.open({ before: (page) => page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' }) })
  await openLogin(app)
  await app.loseEngine()
  await app.page.getByRole('alert').waitFor()
  await shoot(app.page, 'error-engine')
})

test('errors: unreadable', async ({ world, app }) => {
  placeOtherRuns(world)
  world.lock('projects')
  await app.open({ isNobody: world.isRoot, before: (page) => page.emulateMedia({ colorScheme: 'dark' }) })
  await app.runs.pane.getByText('cannot be read').first().waitFor()
  await shoot(app.page, 'error-unreadable')
  world.unlock('projects')
})

for (const width of [1000, 860, 640]) {
  test(`narrow, ${width}`, async ({ world, app }) => {
    await placeLoginStory(world)
    placeOtherRuns(world)
    await app.open({ width, height: 900, before: (page) => page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' }) })
    await openLogin(app)
    await shoot(app.page, `narrow-${width}`)
  })
}
