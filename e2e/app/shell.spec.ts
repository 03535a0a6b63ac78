import type { ElectronApplication, Page } from '@playwright/test'
import { endProgram } from './harness/endProgram'
import { findProgram } from './harness/findProgram'
import { launchElectron } from './harness/launchElectron'
import type { Machine } from './harness/Machine'
import { expect, test } from './harness/test'
import type { World } from './harness/World'
import { FIXER, placeThreeProjects, SHOP } from './threeProjects'

interface Desktop {
  readonly app: ElectronApplication
  readonly page: Page
}

const opened = new Set<ElectronApplication>()

/** The real program with its main process in reach: what these tests are about happens there. */
async function openDesktop(world: World, machine: Machine): Promise<Desktop> {
  const program = findProgram(test.info().project.name === 'packaged' ? 'packaged' : 'electron')
  test.skip(program === null, 'no electron program on this machine')
  if (program === null) throw new Error('skipped')
  const app = await launchElectron(program, { ...world.workspace.env, DISPLAY: await machine.openDisplay() })
  opened.add(app)
  const page = await app.firstWindow()
  await expect(page.getByRole('contentinfo')).toContainText(/\d+ runs?/)
  return { app, page }
}

async function closeDesktop(app: ElectronApplication): Promise<void> {
  opened.delete(app)
  expect(await endProgram(app)).toBeNull()
}

test.beforeEach(({ world }) => placeThreeProjects(world))
test.afterEach(async () => {
  for (const app of opened) await closeDesktop(app)
})

test.describe('the window @desktop', () => {
  test('is a sandbox without Node', async ({ world, machine }) => {
    const { app, page } = await openDesktop(world, machine)
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      // Not in the types, and the only place where what really counts can be read.
      const contents = window?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      return contents.getLastWebPreferences()
    })
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
    })
    const globals = await page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter((name) => name in window),
    )
    expect(globals).toEqual([])
  })

  test('stays on its page, opens no other, and holds no frame', async ({ world, machine }) => {
    const { app } = await openDesktop(world, machine)
    const targets = ['https://example.com/', 'file:///etc/passwd', 'data:text/html,hello', 'understory-app://page/other.html']
    for (const target of targets) await runInPage(app, `(${leave})(${JSON.stringify(target)})`)
    await runInPage(app, `(${embed})(${JSON.stringify('understory-app://page/index.html')})`)
    const seen = await app.evaluate(({ BrowserWindow, webContents }) => ({
      windows: BrowserWindow.getAllWindows().length,
      contents: webContents.getAllWebContents().filter((each) => each.getType() !== 'remote').length,
    }))
    expect(seen).toEqual({ windows: 1, contents: 1 })
    // What was refused stays as an empty frame of no origin, once the refusal has arrived.
    await expect.poll(() => originsOf(app)).toEqual(['understory-app://page'])
    expect(await runInPage(app, 'location.href')).toMatch(/^understory-app:\/\/page\/index\.html(#|$)/)
    expect(await runInPage(app, "document.querySelector('footer, [role=contentinfo]').textContent")).toMatch(/\d+ runs?/)
  })

  test('runs no code of a stranger and asks no stranger for anything', async ({ world, machine }) => {
    const { page } = await openDesktop(world, machine)
    const found = await page.evaluate(async () => {
      const blocked: string[] = []
      document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective))
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      document.body.append(script)
      const image = new Image()
      image.setAttribute('onerror', 'window.ran = true')
      image.src = 'https://example.com/spy.png'
      document.body.append(image)
      // Playwright may evaluate what the policy forbids, but only until its own call returns.
      const evaluated = await new Promise<boolean>((resolve) => {
        setTimeout(() => {
          try {
            resolve(new Function('return true')() as boolean)
          } catch {
            resolve(false)
          }
        })
      })
      const fetched = await fetch('https://example.com/').then(
        () => true,
        () => false,
      )
      await new Promise((resolve) => setTimeout(resolve, 100))
      return { ran: 'ran' in window, evaluated, fetched, blocked: [...new Set(blocked)].sort() }
    })
    expect(found).toMatchObject({ ran: false, evaluated: false, fetched: false })
    expect(found.blocked).toEqual(expect.arrayContaining(['connect-src', 'img-src', 'script-src-elem']))
  })

  test('gets only the files of the page', async ({ world, machine }) => {
    const { page } = await openDesktop(world, machine)
    const statuses = await page.evaluate(async () => {
      const paths = [
        '/index.html',
        '/../package.json',
        '/%2e%2e/package.json',
        '/etc/passwd',
        '/..%2f..%2fpackage.json',
        '/constructor',
      ]
      const answers = paths.map((path) =>
        fetch(`understory-app://page${path}`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      return Promise.all(answers)
    })
    expect(statuses).toEqual([200, 404, 404, 404, 404, 404])
  })

  test('is granted nothing', async ({ world, machine }) => {
    const { page } = await openDesktop(world, machine)
    const answers = await page.evaluate(async () => {
      const outcome = (work: () => Promise<unknown>): Promise<string> =>
        Promise.resolve()
          .then(work)
          .then(
            () => 'granted',
            () => 'denied',
          )
      const place = (): Promise<unknown> =>
        new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))
      return {
        notification: Notification.permission,
        camera: await outcome(() => navigator.mediaDevices.getUserMedia({ video: true })),
        screen: await outcome(() => navigator.mediaDevices.getDisplayMedia()),
        place: await outcome(place),
        clipboard: await outcome(() => navigator.clipboard.readText()),
      }
    })
    expect(answers).toEqual({ notification: 'denied', camera: 'denied', screen: 'denied', place: 'denied', clipboard: 'denied' })
  })
})

test.describe('the shell @desktop', () => {
  test('a link of the system opens its agent', async ({ world, machine }) => {
    const { app, page } = await openDesktop(world, machine)
    await followLink(app, `understory://claude/${SHOP}/${FIXER}`)
    await expect(page.getByRole('treeitem', { selected: true })).toHaveAccessibleName(/Fix the missed caller/)
  })

  test('a link that names nothing changes nothing', async ({ world, machine }) => {
    const { app, page } = await openDesktop(world, machine)
    await expect(page).toHaveTitle(/login test/)
    const before = await page.title()
    for (const url of ['understory://', 'understory://../../etc/passwd', 'file:///etc/passwd']) await followLink(app, url)
    await expect(page).toHaveTitle(before)
    expect(page.url()).toMatch(/^understory-app:\/\/page\/index\.html/)
  })

  test('an engine that cannot stay alive is given up with a word, and loading the page again tries once more', async ({
    world,
    machine,
  }) => {
    test.setTimeout(90_000)
    const { app, page } = await openDesktop(world, machine)
    let last = 0
    for (let death = 0; death < 5; death += 1) {
      await expect.poll(async () => ![0, last].includes(await enginePid(app)), { timeout: 15_000 }).toBe(true)
      last = await enginePid(app)
      process.kill(last, 'SIGKILL')
      await expect.poll(() => enginePid(app)).not.toBe(last)
    }
    await expect(page.getByRole('alert')).toContainText('stopped again and again')
    await page.reload()
    await expect(page.getByRole('contentinfo')).toContainText(/\d+ runs?/, { timeout: 15_000 })
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('the window comes back where it was', async ({ world, machine }) => {
    const first = await openDesktop(world, machine)
    const bounds = { x: 40, y: 60, width: 900, height: 640 }
    await first.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds)
    await closeDesktop(first.app)
    const { app } = await openDesktop(world, machine)
    const size = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
    expect(size).toEqual(bounds)
  })
})

async function originsOf(app: ElectronApplication): Promise<string[]> {
  const origins = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().flatMap(({ webContents }) => webContents.mainFrame.framesInSubtree.map(({ origin }) => origin)),
  )
  return origins.filter((origin) => origin !== 'null')
}

// Functions of the page, handed over as text.
const leave = `(url) => {
  const link = Object.assign(document.createElement('a'), { href: url, target: '_blank', textContent: 'x' })
  document.body.append(link)
  link.click()
  link.remove()
  window.open(url)
  location.assign(url)
}`
const embed = `(url) => {
  for (const tag of ['iframe', 'webview', 'object', 'embed']) {
    const element = document.createElement(tag)
    element.setAttribute(tag === 'object' ? 'data' : 'src', url)
    document.body.append(element)
  }
}`

/** Not by Playwright, which would wait for the end of a navigation that never happens. */
async function runInPage(app: ElectronApplication, code: string): Promise<unknown> {
  return app.evaluate(
    ({ BrowserWindow }, script) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script),
    code,
  )
}

/** As macOS says it. */
async function followLink(app: ElectronApplication, url: string): Promise<void> {
  await app.evaluate(({ app: electron }, link) => electron.emit('open-url', { preventDefault: () => undefined }, link), url)
}

/** 0: none is running. */
async function enginePid(app: ElectronApplication): Promise<number> {
  return app.evaluate(({ app: electron }) => {
    const engine = electron.getAppMetrics().find(({ serviceName }) => serviceName === 'node.mojom.NodeService')
    return engine?.pid ?? 0
  })
}
