import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureCorpus } from '../corpus.mjs'
import { ms, row } from '../sections/row.mjs'
import { answerLine, append, paced, spawnLine } from './appender.mjs'
import { meterFrames, openBrowser, openPage, readWire } from './openPage.mjs'
import { addOtherRun, makeHome, openServed, otherTitle } from './openServed.mjs'
import { goNear, nodePlaces, screenOf } from './screen.mjs'

const BUDGETS = { paint: 250, frame: 20, main: 4, status: 1 }
const SECONDS = 10

/** The tree of one run on the screen, moved and changed. @param {'agents1000' | 'agents20000'} name */
export async function canvas(name) {
  const { folder, agents, runs } = ensureCorpus(name)
  const home = makeHome(folder)
  addOtherRun(home.root)
  const served = await openServed(home.env)
  const browser = await openBrowser()
  try {
    const metered = await openPage(browser)
    await metered.page.goto(served.url)
    const context = { metered, screen: screenOf(metered.page), home, session: String(runs[0]), agents: Number(agents) }
    return [
      ...(await paint(context)),
      ...(await move(context)),
      ...(await change(context)),
      ...(await grow(context)),
      ...(await touch(context)),
    ]
  } finally {
    await browser.close()
    await served.stop()
    home.discard()
  }
}

/** @param {number} agents */
const label = (agents) => `${agents.toLocaleString('en').replace(',', ' ')} agents`

async function paint({ metered: { page }, screen, agents }) {
  const open = async () => {
    await page.getByRole('heading', { level: 1, name: otherTitle }).waitFor()
    await screen.rows.nth(1).waitFor()
    return page.evaluate(async (other) => {
      const there = meters.whenThere('[role=treeitem]:nth-child(2)')
      const began = performance.timeOrigin + performance.now()
      meters.measuredRow(other)?.click()
      return (await there) - began
    }, otherTitle)
  }
  const cold = await open()
  // Once more, now that the engine has read the run: what the page itself needs.
  await page.evaluate(() => {
    localStorage.clear()
    history.replaceState(null, '', location.pathname)
  })
  await page.reload()
  const warm = await open()
  return [
    row(`${label(agents)}: press on the run → tree on screen, run read from disk`, ms(cold)),
    row(`${label(agents)}: the same, known to the engine`, ms(warm), {
      budget: `first paint ≤ ${BUDGETS.paint} ms`,
      met: warm <= BUDGETS.paint,
    }),
  ]
}

async function move({ metered, screen, agents }) {
  const { page } = metered
  const box = await screen.canvas.boundingBox()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const frameRow = (what, { p95, mainPerFrame, frames, longest }) =>
    row(
      `${label(agents)}: ${what}`,
      `p95 frame ${ms(p95)} (longest ${ms(longest)}), main thread ${ms(mainPerFrame)} per frame, ${frames} frames`,
      {
        budget: `p95 ≤ ${BUDGETS.frame} ms; main ≤ ${BUDGETS.main} ms`,
        met: p95 <= BUDGETS.frame && mainPerFrame <= BUDGETS.main,
      },
    )
  const pan = () => dragAround(page, x, y, 150)
  await page.locator('.canvas-note, .canvas-state').waitFor({ state: 'detached' })
  await goNear(page)
  const near = await meterFrames(metered, pan)
  const zoom = await meterFrames(metered, async () => {
    await page.mouse.move(x, y)
    for (let step = 0; step < 120; step++) await page.mouse.wheel(0, step < 60 ? 60 : -60)
  })
  await page.keyboard.press('f')
  const fitted = await page.evaluate('meters.afterPaint()')
  void fitted
  const far = await meterFrames(metered, pan)
  const fit = await meterFrames(metered, async () => {
    for (let times = 0; times < 6; times++) {
      await page.mouse.move(x, y)
      for (let step = 0; step < 5; step++) await page.mouse.wheel(0, -120)
      await page.keyboard.press('f')
      await page.waitForTimeout(250)
    }
  })
  return [
    frameRow('pan at full zoom', near),
    frameRow('zoom out and in', zoom),
    frameRow('pan, all of it in view', far),
    frameRow('fit, six times', fit),
  ]
}

async function dragAround(page, x, y, steps) {
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 0; step < steps; step++) {
    const angle = (step / steps) * Math.PI * 4
    await page.mouse.move(x + Math.sin(angle) * 300, y + (1 - Math.cos(angle)) * 150)
  }
  await page.mouse.up()
}

/** Transcripts of agents, oldest first. */
function agentFiles({ root }) {
  const projects = join(root, 'projects')
  return readdirSync(projects, { recursive: true, encoding: 'utf8' })
    .filter((path) => /agent-a[0-9a-f]+\.jsonl$/.test(path))
    .sort()
    .map((path) => ({
      path: join(projects, path),
      agent: /agent-(a[0-9a-f]+)\.jsonl$/.exec(path)?.[1] ?? '',
      key: keyOf(join(projects, path)),
    }))
}

/** A node is known by the call that started it. */
function keyOf(path) {
  return JSON.parse(readFileSync(path.replace(/jsonl$/, 'meta.json'), 'utf8')).toolUseId
}

async function change({ metered, home, session, agents }) {
  const files = agentFiles(home).slice(0, 200)
  const idle = await meterFrames(metered, () => metered.page.waitForTimeout(SECONDS * 1000))
  const before = await readWire(metered)
  const busy = await meterFrames(metered, async () => {
    await paced(20, 20 * SECONDS, (n) => {
      const { path, agent } = files[n % files.length]
      // An answer that goes on makes it running, one that ends completed: a change of status each time.
      append(path, answerLine({ session, agent, n, stop: n % 2 ? 'tool_use' : 'end_turn' }))
    })
  })
  const perSecond = ((await readWire(metered)).messages - before.messages) / SECONDS
  const extra = busy.mainPerFrame - idle.mainPerFrame
  return [
    row(
      `${label(agents)}: 20 status changes/s`,
      `${ms(extra)} of main thread per frame over idle (${ms(idle.mainPerFrame)}), p95 frame ${ms(busy.p95)}`,
      {
        budget: `≤ ${BUDGETS.status} ms`,
        met: extra <= BUDGETS.status,
      },
    ),
    row(`${label(agents)}: messages while 20 status changes/s`, `${perSecond.toFixed(1)} per second`, {
      budget: '≤ 60 messages/s',
      met: perSecond <= 60,
    }),
  ]
}

/** What stands in the window must stay there when something is added anywhere else. */
async function grow({ metered: { page }, home, session, agents }) {
  await goNear(page)
  const files = agentFiles(home)
  const shown = new Set(Object.keys(await page.evaluate(nodePlaces)))
  const elsewhere = files.filter(({ key }) => !shown.has(key))
  const nearby = files.filter(({ key }) => shown.has(key))
  const rows = []
  for (const [what, some] of [
    ['elsewhere', elsewhere],
    ['nearby', nearby],
  ]) {
    const before = await page.evaluate(nodePlaces)
    let n = 5000
    for (const { path, agent } of some.slice(0, 20)) append(path, spawnLine({ session, agent, n: n++ }))
    await page.waitForTimeout(1500)
    const after = await page.evaluate(nodePlaces)
    const moved = Object.entries(before).filter(([key, at]) => after[key] && (after[key][0] !== at[0] || after[key][1] !== at[1]))
    rows.push(
      row(
        `${label(agents)}: nodes in the window moved by ${Math.min(20, some.length)} new agents ${what}`,
        `${moved.length} of ${Object.keys(before).length}`,
        {
          ...(what === 'elsewhere' ? { budget: '0', met: moved.length === 0 } : {}),
        },
      ),
    )
  }
  return rows
}

/** From the press to the frame that shows it, as the browser itself times events. */
async function touch({ metered, agents }) {
  const { page } = metered
  await page.evaluate(() => {
    const times = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'click' || entry.name === 'pointerup') times.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: false })
    Object.assign(window, { pressTimes: times })
  })
  await goNear(page)
  const places = Object.values(await page.evaluate(nodePlaces)).filter(([x, y]) => x > 260 && y > 130 && x < 900 && y < 700)
  const some = places.slice(0, 8)
  for (const [x, y] of some) await page.mouse.click(x + 60, y + 50)
  await page.waitForTimeout(200)
  const times = await page.evaluate(() => window.pressTimes)
  const drag = await meterFrames(metered, async () => {
    const [x, y] = some.at(-1) ?? [400, 300]
    await dragAround(page, x + 60, y + 20, 60)
    await page.keyboard.press('Escape')
  })
  const worst = Math.max(0, ...times)
  return [
    row(`${label(agents)}: select, press → frame (${some.length} presses)`, worst === 0 ? 'all ≤ 16 ms' : `worst ${ms(worst)}`),
    row(`${label(agents)}: drag a node`, `p95 frame ${ms(drag.p95)}, main thread ${ms(drag.mainPerFrame)} per frame`),
  ]
}
