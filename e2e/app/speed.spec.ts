import { expect, test } from './harness/test'
import { LONG, LongRun } from './longRun'

const APPENDS = 40
const PROMISE_MS = 1_000

test('what is appended is on the screen at once @alone', async ({ world, app }, info) => {
  const long = new LongRun(world)
  await world.register(LONG, { status: 'busy' })
  await app.open()
  await app.runs.open('Walk through all of it')
  await expect(app.inspector.transcript.getByText('answer number 120')).toBeInViewport()
  await app.inspector.watchTexts(/appended number \d+\./)
  const delays: number[] = []
  for (let n = 0; n < APPENDS; n++) {
    const text = `appended number ${n}.`
    const at = performance.timeOrigin + performance.now()
    long.say(text)
    await expect.poll(async () => text in (await app.inspector.paintedTexts()), { intervals: [20] }).toBe(true)
    delays.push(((await app.inspector.paintedTexts())[text] ?? Number.POSITIVE_INFINITY) - at)
  }
  delays.sort((a, b) => a - b)
  const quantile = (share: number) => delays[Math.min(APPENDS - 1, Math.floor(APPENDS * share))] ?? Number.NaN
  const description = `p50 ${quantile(0.5).toFixed(1)} ms, p90 ${quantile(0.9).toFixed(1)} ms, longest ${quantile(1).toFixed(1)} ms of ${APPENDS}`
  info.annotations.push({ type: 'append → pixel', description })
  await info.attach('append → pixel', { body: JSON.stringify(delays), contentType: 'application/json' })
  // A single one may fall on a moment when the whole machine stood still.
  expect(quantile(0.9)).toBeLessThanOrEqual(PROMISE_MS)
})
