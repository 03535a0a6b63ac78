import type { Locator } from '@playwright/test'
import { expect, test } from './harness/test'
import { startWritingServer, WRITING_TITLE, type WritingServer } from './writingServer'

const paragraphs = Array.from(
  { length: 30 },
  (_, n) => `Paragraph number ${n} of the *answer* says what \`step${n}\` does, and why it is done there and nowhere else.`,
)
const ANSWER = ['## What was done', ...paragraphs, '- one\n- two', '```ts\nexport const done = true\n```', 'That is all.'].join(
  '\n\n',
)
/** As a model sends it: some letters at a time, cut anywhere. */
const WORDS = ANSWER.match(/[\s\S]{1,9}/g) ?? []

interface PaintedFrame {
  readonly length: number
  readonly ends: number
  readonly fromEnd: number
  readonly bottom: number | null
}

/** From now on, notes how much is written, how often its end stands there, and where: as it is painted, in each frame or when rows have grown. */
async function watchFrames(transcript: Locator, when: 'frame' | 'grown'): Promise<() => Promise<readonly PaintedFrame[]>> {
  await transcript.evaluate((box, each) => {
    const frames: unknown[] = []
    Object.assign(window, { paintedFrames: frames })
    const note = (): void => {
      const ends = [...box.querySelectorAll('p')].filter((one) => one.textContent?.startsWith('That is all.'))
      frames.push({
        length: box.textContent?.length ?? 0,
        ends: ends.length,
        fromEnd: Math.round(box.scrollHeight - box.scrollTop - box.clientHeight),
        bottom: ends[0]?.getBoundingClientRect().bottom ?? null,
      })
    }
    const noteEach = (): void => {
      note()
      requestAnimationFrame(noteEach)
    }
    const rows = box.querySelector('[role="feed"] > *')
    // After the list's own observer, which keeps it at its end: what is there then is painted.
    if (each === 'grown' && rows) new ResizeObserver(note).observe(rows)
    else requestAnimationFrame(noteEach)
  }, when)
  return () => transcript.evaluate(() => (window as unknown as { paintedFrames: PaintedFrame[] }).paintedFrames.splice(0))
}

test.describe('[S1.15] a text that is being written', () => {
  let story: WritingServer
  let mark: Locator
  test.beforeEach(async ({ world, app }) => {
    story = await startWritingServer(world, ANSWER)
    await app.open({ variables: story.variables })
    await app.runs.open(WRITING_TITLE)
    await app.tree.selectRoot()
    await expect(app.inspector.items).not.toHaveCount(0)
    await story.begin()
    mark = app.inspector.transcript.getByRole('img', { name: 'being written' })
  })
  test.afterEach(() => story.close())

  test('grows in its row, is followed at the end, and its record takes its place without a move', async ({ app }) => {
    const { transcript, items } = app.inspector
    const count = await items.count()
    for (const words of WORDS.slice(0, 20)) story.write(words)
    await expect(transcript).toContainText('Paragraph number 0')
    await expect(mark).toHaveCount(1)
    await expect(items).toHaveCount(count + 1)
    await items.last().evaluate((row) => row.setAttribute('data-test', 'the same'))
    const grown = await watchFrames(transcript, 'grown')
    await story.writeAll(WORDS.slice(20))
    await expect(transcript.getByText('That is all.')).toBeInViewport()
    const growth = await grown()
    // Many times, not once at its end; how often depends on the machine.
    expect(growth.length).toBeGreaterThan(5)
    for (const [at, { length, fromEnd }] of growth.entries()) {
      expect(length, 'never less than before').toBeGreaterThanOrEqual(growth[at - 1]?.length ?? 0)
      expect(fromEnd, 'always at the end').toBeLessThan(40)
    }
    await expect(transcript.getByRole('heading', { name: 'What was done' })).toHaveCount(1)
    expect(await app.inspector.distanceToEnd()).toBeLessThan(40)
    const painted = await watchFrames(transcript, 'frame')
    const seen: PaintedFrame[] = []
    await expect.poll(async () => seen.push(...(await painted()))).toBeGreaterThan(0)
    const before = seen.at(-1)
    expect(before?.bottom).toBeGreaterThan(0)
    story.settle()
    await expect(mark).toHaveCount(0)
    // Four seconds: after three the engine forgets what it was told, and nothing of it may come again, or go.
    const still: PaintedFrame[] = []
    await expect.poll(async () => still.push(...(await painted())), { timeout: 30_000 }).toBeGreaterThan(240)
    for (const { ends, fromEnd, bottom } of still)
      expect({ ends, fromEnd, bottom }).toEqual({ ends: 1, fromEnd: 0, bottom: before?.bottom })
    await expect(items).toHaveCount(count + 1)
    await expect(items.last()).toHaveAttribute('data-test', 'the same')
    await expect(transcript.getByText('Paragraph number 7 ')).toHaveCount(1)
  })

  test('[S1.18] leaves a reader where they are, and counts as new only when it is settled', async ({ app }) => {
    const { transcript } = app.inspector
    for (const words of WORDS.slice(0, 300)) story.write(words)
    await expect(transcript).toContainText('Paragraph number 20')
    await app.inspector.scroll(-600)
    const before = await app.inspector.firstSeen()
    for (const words of WORDS.slice(300)) story.write(words)
    await expect(transcript).toContainText('That is all.')
    expect(await app.inspector.firstSeen()).toEqual(before)
    await expect(app.inspector.button(/ new$/)).toHaveCount(0)
    story.settle()
    await expect(app.inspector.button('1 new')).toBeVisible()
    expect(await app.inspector.firstSeen()).toEqual(before)
    await app.inspector.button('1 new').click()
    await expect(transcript.getByText('That is all.')).toBeInViewport()
  })

  test('thoughts grow in a folded line that opens, and a text that is taken back goes', async ({ app }) => {
    const { transcript, items } = app.inspector
    const count = await items.count()
    story.think('First I look.\n')
    const line = transcript.getByRole('button', { name: /Thinking.*being written/ })
    await expect(line).toContainText('1 line')
    story.think('Then I write.\nThen I look again.')
    await expect(line).toContainText('3 lines')
    await expect(transcript.getByText('First I look.')).toHaveCount(0)
    await line.click()
    await expect(transcript.getByText('First I look.')).toBeVisible()
    story.think(' And so on.')
    await expect(transcript).toContainText('look again. And so on.')
    story.forgetThought()
    await expect(items).toHaveCount(count)
  })

  test('whoever joins late sees the rest of it as a rest, and all of it once it is settled', async ({ app }) => {
    for (const words of WORDS.slice(0, 100)) story.write(words)
    await expect(app.inspector.transcript).toContainText('Paragraph number 5')
    story.server.cut()
    await expect(mark).toHaveCount(0)
    await story.server.streams(2)
    await app.tree.selectRoot()
    await expect(async () => {
      story.write('and the rest of it')
      await expect(app.inspector.transcript).toContainText('and the rest of it', { timeout: 500 })
    }).toPass()
    await expect(app.inspector.transcript).toContainText('the beginning was written before it could be heard')
    await expect(app.inspector.transcript).not.toContainText('Paragraph number 5')
    story.settle()
    await expect(app.inspector.transcript).toContainText('That is all.')
    await expect(mark).toHaveCount(0)
    await expect(app.inspector.transcript).not.toContainText('and the rest of it')
  })
})

test('[S1.16] 200 words a second are one message a frame, with only what is new in them @web @alone', async ({ world, app }) => {
  const story = await startWritingServer(world, ANSWER)
  const received: number[] = []
  try {
    await app.open({
      variables: story.variables,
      before: async (page) =>
        void page.on('websocket', (socket) =>
          socket.on('framereceived', ({ payload }) => received.push(Buffer.byteLength(payload))),
        ),
    })
    await app.runs.open(WRITING_TITLE)
    await app.tree.selectRoot()
    await expect(app.inspector.items).not.toHaveCount(0)
    await story.begin()
    const long = 'x'.repeat(20_000)
    story.write(`${long} begins `)
    await expect(app.inspector.transcript).toContainText('begins')
    const before = received.length
    const began = Date.now()
    await story.writeAll(Array.from({ length: 400 }, (_, n) => `word${n} `))
    await expect(app.inspector.transcript).toContainText('word399')
    const seconds = (Date.now() - began) / 1000
    const after = received.slice(before)
    expect(after.length / seconds).toBeLessThanOrEqual(62)
    expect(after.length).toBeGreaterThan(20)
    expect(after.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(150_000)
  } finally {
    await story.close()
  }
})
