import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ElectronApplication } from '@playwright/test'
import { PROJECT } from '../../../test/harness/recordings'
import { keepTrack } from '../../../test/harness/runCli'
import type { Environment } from '../../../test/harness/workspace'
import { endProgram } from './endProgram'
import type { Program } from './findProgram'
import { argumentsOf, launchElectron } from './launchElectron'
import type { Machine } from './Machine'
import type { Noise } from './Noise'
import type { OpenOptions, Shell, ShellSource } from './shell'

/** The real program under Playwright's hands. Its home, and with it all it remembers, outlives a relaunch. */
export class ElectronShells implements ShellSource {
  private readonly machine: Machine
  private readonly noise: Noise
  private readonly program: Program

  constructor(machine: Machine, noise: Noise, program: Program) {
    this.machine = machine
    this.noise = noise
    this.program = program
  }

  async open(env: Environment, { uri, width = 1440, height = 900, before }: OpenOptions): Promise<Shell> {
    const { program } = this
    const environment = { ...env, DISPLAY: await this.machine.openDisplay(), TZ: 'UTC' }
    const app = await launchElectron(program, environment, uri)
    app.context().on('page', (page) => this.noise.listen(page))
    const child = app.process()
    const page = await app.firstWindow()
    this.noise.listen(page)
    if (before) {
      await before(page)
      // What the page is to find at its start comes too late where the window was there first.
      if (program.holdsPlaywright) await page.reload()
    }
    await setSize(app, width, height)
    return {
      page,
      electron: app,
      loseEngine: () => killEngine(app),
      returnEngine: async () => undefined,
      // A second instance hands its arguments to the first and ends.
      handOver: async (next) => {
        const second = keepTrack(
          spawn(program.executable, argumentsOf(program, next), { env: environment, cwd: PROJECT, stdio: 'ignore' }),
        )
        await once(second, 'exit')
      },
      address: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL() ?? ''),
      resize: (toWidth, toHeight) => setSize(app, toWidth, toHeight),
      close: async () => {
        const fault = await endProgram(app, child)
        if (fault !== null) this.noise.report(fault)
      },
    }
  }

  async close(): Promise<void> {
    // Every shell has been closed by the one who opened it.
  }
}

async function setSize(app: ElectronApplication, width: number, height: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.setContentSize(size.width, size.height)
    },
    { width, height },
  )
}

/** As a crash would end it: without a word. */
async function killEngine(app: ElectronApplication): Promise<void> {
  const pid = await app.evaluate(({ app: electron }) => {
    const utility = electron.getAppMetrics().find(({ serviceName }) => serviceName === 'node.mojom.NodeService')
    return utility?.pid ?? null
  })
  if (pid === null) throw new Error('no engine process is running')
  process.kill(pid, 'SIGKILL')
}
