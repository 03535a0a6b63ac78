import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureCorpus } from '../corpus.mjs'
import { row } from '../sections/row.mjs'
import { answerLine, append, paced, spawnLine } from './appender.mjs'
import { heapMb, openBrowser, openPage } from './openPage.mjs'
import { makeHome, openServed } from './openServed.mjs'
import { pageProcess } from './pageProcess.mjs'
import { screenOf } from './screen.mjs'

/** An hour of ten agents that each write every ten seconds, and one more agent a minute: 3 600 records and 60 agents, in 45 s. */
const RECORDS = 3600
const PER_SECOND = 80
const NEW_AGENTS = 60
const RUNS = 4

/** Memory of page and engine before and after a simulated hour of work on a warm list. */
export async function hour() {
  const { folder } = ensureCorpus('files5000')
  const home = makeHome(folder)
  const files = placeWorkers(home.root)
  const served = await openServed(home.env)
  const browser = await openBrowser()
  try {
    const metered = await openPage(browser)
    const { page } = metered
    const screen = screenOf(page)
    await page.goto(served.url)
    await page.getByRole('contentinfo').getByText('index 100 %').waitFor({ timeout: 60_000 })
    await screen.rows.first().click()
    await screen.items.first().waitFor({ state: 'attached' })
    await work(files, 200, 0)
    const before = { heap: await heapMb(metered), page: await pageProcess(browser), rss: served.rssMb() }
    await work(files, RECORDS, 1000, async (n) => {
      // The rows change places while it goes on: a press that waits for one to stand still would wait for ever.
      if (n % 600 === 0) await screen.rows.nth((n / 600) % RUNS).evaluate((row) => row.click())
    })
    const after = { heap: await heapMb(metered), page: await pageProcess(browser), rss: served.rssMb() }
    return [
      row(
        'page memory before → after an hour of simulated work',
        `process ${before.page.ownMb.toFixed(0)} → ${after.page.ownMb.toFixed(0)} MB of its own (${after.page.wholeMb.toFixed(0)} MB with what is shared), JavaScript heap ${before.heap.toFixed(1)} → ${after.heap.toFixed(1)} MB`,
        {
          budget: '≤ 200 MB',
          met: after.page.ownMb <= 200,
        },
      ),
      row('engine memory before → after the same hour', `${before.rss.toFixed(0)} → ${after.rss.toFixed(0)} MB`, {
        budget: '≤ 160 MB',
        met: after.rss <= 160,
      }),
    ]
  } finally {
    await browser.close()
    await served.stop()
    home.discard()
  }
}

/** Sessions of today, so that they are at the top of the list. */
function placeWorkers(root) {
  const project = join(root, 'projects', '-home-dev-project-000')
  mkdirSync(project, { recursive: true })
  return Array.from({ length: RUNS }, (_, i) => {
    const session = `eeeeeeee-0000-4000-8000-00000000000${i}`
    const path = join(project, `${session}.jsonl`)
    writeFileSync(path, answerLine({ session, n: 0 }))
    return { session, path }
  })
}

async function work(files, count, from, onStep = async () => undefined) {
  const every = Math.floor(RECORDS / NEW_AGENTS)
  const steps = []
  await paced(PER_SECOND, count, (n) => {
    const { session, path } = files[n % files.length]
    append(
      path,
      n % every === 0
        ? spawnLine({ session, n: from + n })
        : answerLine({ session, n: from + n, stop: n % 3 ? 'tool_use' : 'end_turn' }),
    )
    steps.push(onStep(n))
  })
  await Promise.all(steps)
}
