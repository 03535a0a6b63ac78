import type { BrowserContext } from '@playwright/test'
import type { Environment } from '../../../test/harness/workspace'
import { cutTheWay, installCuttableSockets } from './cuttableSockets'
import type { Machine } from './Machine'
import type { Noise } from './Noise'
import type { OpenOptions, Shell, ShellSource } from './shell'
import { startServe } from './startServe'

function addressOf(url: string, uri: string | undefined): string {
  return uri === undefined ? url : `${url}#${encodeURIComponent(uri)}`
}

/** `understory serve` and a tab in Chromium. The browser's memory and the port outlive a relaunch: storage belongs to an origin. */
export class WebShells implements ShellSource {
  private readonly machine: Machine
  private readonly noise: Noise
  private context: BrowserContext | null = null
  private port = 0

  constructor(machine: Machine, noise: Noise) {
    this.machine = machine
    this.noise = noise
  }

  async open(env: Environment, { uri, width = 1440, height = 900, before, isNobody = false }: OpenOptions): Promise<Shell> {
    const served = await startServe(env, this.port, isNobody)
    this.port = Number(new URL(served.url).port)
    this.context ??= await (await this.machine.openBrowser()).newContext({
      viewport: { width, height },
      timezoneId: 'UTC',
      locale: 'en-GB',
    })
    await this.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await this.context.newPage()
    await page.setViewportSize({ width, height })
    this.noise.listen(page)
    await installCuttableSockets(page, Number(process.env['UNDERSTORY_E2E_DELAY'] ?? 0))
    await before?.(page)
    await page.goto(addressOf(served.url, uri))
    return {
      page,
      electron: null,
      loseEngine: () => cutTheWay(page, true),
      returnEngine: () => cutTheWay(page, false),
      handOver: async (next) => {
        await page.evaluate((address) => {
          location.hash = encodeURIComponent(address)
        }, next)
      },
      address: async () => page.url(),
      resize: (toWidth, toHeight) => page.setViewportSize({ width: toWidth, height: toHeight }),
      close: async () => {
        await page.close()
        await served.stop()
      },
    }
  }

  async close(): Promise<void> {
    await this.context?.close()
  }
}
