import { join } from 'node:path'
import { productFolder, productVersion } from '../../engine/productFiles'
import { describeTrouble } from '../../shared/describeTrouble'
import { oneLine } from '../../shared/neutraliseText'
import { platformName } from '../../shared/platformName'
import type { CommandContext, ExitCode, RunCommand } from '../command'
import { openInBrowser } from '../openInBrowser'
import { refuse, say } from '../say'
import { toJson } from '../writeJson'

export interface ServeWishes {
  readonly host: string
  readonly port: number
  readonly opensBrowser: boolean
  readonly isJson: boolean
  /** What the page shows first. */
  readonly address: string | null
}

export const serveUi: RunCommand = async (args, context) => {
  const port = typeof args.flags['port'] === 'number' ? args.flags['port'] : 0
  if (port > 65_535) {
    await context.err.write(`understory: --port needs a number up to 65535, not "${port}".\n`)
    return 2
  }
  return servePage(context, {
    host: typeof args.flags['host'] === 'string' ? args.flags['host'] : '127.0.0.1',
    port,
    opensBrowser: args.flags['open'] === true,
    isJson: args.flags['json'] === true,
    address: null,
  })
}

/** Serves until it is told to stop. */
export async function servePage(context: CommandContext, wishes: ServeWishes): Promise<ExitCode> {
  context.holdInterrupt()
  const [{ openPageHost }, { startServer }, { browserWishes }, { isLoopback }] = await Promise.all([
    import('../../engine/page/openPageHost'),
    import('../../serve/startServer'),
    import('../../serve/browserWishes'),
    import('../../serve/ownHosts'),
  ])
  const version = productVersion()
  const host = await openPageHost({ env: context.env })
  const pageWishes = browserWishes(version, platformName(process.platform))
  const started = await startServer({
    host: wishes.host,
    port: wishes.port,
    pageFolder: join(productFolder(), 'out', 'renderer'),
    version,
    onError: (message) => void say(context, `the server: ${oneLine(message)}`),
    openPage: (port) =>
      host.openPage(port, pageWishes, (trouble) => void say(context, `a page: ${oneLine(describeTrouble(trouble))}`)),
  })
  if (!started.ok) {
    await host.close()
    return refuse(context, started.failure.message, 1)
  }
  const { close } = started.value
  const url = wishes.address === null ? started.value.url : `${started.value.url}#${encodeURIComponent(wishes.address)}`
  if (!isLoopback(wishes.host))
    await say(
      context,
      `anyone on the network who has the link can read your transcripts: ${oneLine(wishes.host)} is no loopback address.`,
    )
  await context.out.write(wishes.isJson ? `${toJson({ kind: 'listening', url }, 0)}\n` : `${url}\n`)
  if (wishes.opensBrowser) {
    const problem = await openInBrowser(url, process.platform)
    if (problem !== null) await say(context, problem)
  }
  await stopOf(context.stopped)
  const { active, choice } = host.closeAdvice()
  if (active > 0 && choice !== 'stop')
    await say(
      context,
      `${active} ${active === 1 ? 'run goes' : 'runs go'} on without this page; the next start finds ${active === 1 ? 'it' : 'them'} again.`,
    )
  await close()
  await host.close()
  return 0
}

function stopOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
