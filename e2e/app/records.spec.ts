import { expect, test } from './harness/test'
import { StoryTranscript } from './screens/StoryTranscript'
import { sessionFile } from './sessionFile'

const SESSION = 'dddddddd-0000-4000-8000-00000000000e'
/** One red point. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

test.beforeEach(async ({ world, app }) => {
  const who = { session: SESSION, agent: null, cwd: '/home/dev/acme', branch: 'main', model: 'claude-opus-4-5' }
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }
  const edit = { file_path: '/home/dev/acme/login.ts', old_string: 'let tries = 1', new_string: 'let tries = 3' }
  const story = new StoryTranscript({ ...who, startMs: Date.now() - 60_000 })
    .prompt(0, [{ type: 'text', text: 'Mend what the picture shows' }, image])
    .tool(2, 1, 'Edit', edit, 'The file was updated.')
    .answer(5, 'Done.')
  world.writeFile(sessionFile('acme', SESSION), story.text)
  await app.open()
  await app.runs.open('Mend what the picture shows')
  await app.tree.selectRoot()
})

test('an image of a prompt is shown', async ({ app }) => {
  const image = app.inspector.transcript.getByRole('img', { name: '1 of this item' })
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBe(1)
})

test('an edit is a diff, and its record is there as it was written', async ({ app }) => {
  await app.inspector.transcript.getByRole('button', { name: /Edit/ }).first().click()
  const changed = app.inspector.transcript.locator('.diff-text')
  await expect(changed).toHaveText(['let tries = 1', 'let tries = 3'])
  const item = app.inspector.items.filter({ hasText: 'let tries = 3' })
  await item.hover()
  await item.getByRole('button', { name: 'More for this item' }).click()
  await app.page.getByRole('menuitem', { name: 'Open raw record' }).click()
  const record = app.page.getByRole('dialog', { name: /^Raw record of item/ })
  await expect(record).toContainText(/"old_string":\s*"let tries = 1"/)
  await expect(record).toContainText(`${SESSION}.jsonl`)
})

test('the tools of a text come with the pointer and with the keyboard, and a menu gives the focus back', async ({ app }) => {
  const { page } = app
  const [prompt, answer] = [app.inspector.items.first(), app.inspector.items.last()]
  await answer.hover()
  await expect(answer.getByRole('button', { name: 'Copy' })).toBeVisible()
  await app.inspector.transcript.focus()
  await page.keyboard.press('Home')
  await expect(prompt).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(prompt.getByRole('button', { name: 'Copy' })).toBeFocused()
  await page.keyboard.press('Tab')
  const more = prompt.getByRole('button', { name: 'More for this item' })
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Open raw record' })).toBeVisible()
  await answer.hover({ force: true })
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
})
