import type { contract } from '../../shared/contract'
import type { Handlers } from '../../shared/rpc'
import type { Engine } from '../engine'
import { driveCalls } from './driveCalls'
import { linkCalls } from './linkCalls'
import { orFault } from './lookupFault'
import type { Page } from './page'
import type { HostDoor, ShellWishes } from './pageHost'
import { readTypeColours } from './readTypeColours'
import { resolveAddress } from './resolveAddress'
import { retryShownChannel } from './retryShownChannel'
import { safeLink } from './safeLink'
import { sourceFile } from './sourceFile'
import { takeFitting } from './takePortion'
import { terminalCalls } from './terminalCalls'
import { transcriptCalls } from './transcriptCalls'

const MOST_PROBLEMS = 500

/** Every call of the contract, for one page. */
export function pageCalls(host: HostDoor, page: Page, wishes: ShellWishes): Handlers<typeof contract> {
  const engine = (): Engine => host.stage().engine
  return {
    ...transcriptCalls(engine),
    ...linkCalls(engine),
    ...driveCalls(host.desk, page),
    ...terminalCalls(host, page),
    ...pageMemory(host, page, wishes),
    resolve: async ({ text }) => resolveAddress(host.stage(), text),
    readTypeColours: async ({ run }) => readTypeColours(host.stage(), run),
    listProblems: async ({ run }) => takeFitting(orFault(await engine().tree(run, 'seen')).problems.slice(0, MOST_PROBLEMS)),
    doctor: async () => {
      const { engine: asked, health } = host.stage()
      const report = await asked.doctor()
      health.adopt(report)
      return report
    },
    retryChannel: async ({ provider, name }) => {
      retryShownChannel(host.stage(), provider, name)
      return {}
    },
    lookAgain: async () => {
      await host.lookAgain()
      return {}
    },
    playDemo: async ({ isPlaying }) => {
      await host.playDemo(isPlaying)
      return {}
    },
    ...shellCalls(host, wishes),
  }
}

type PageMemory = Pick<
  Handlers<typeof contract>,
  | 'hello'
  | 'followRuns'
  | 'followRun'
  | 'unfollowRun'
  | 'followTranscript'
  | 'unfollowTranscript'
  | 'readSettings'
  | 'changeSettings'
  | 'dismissAttention'
>

function pageMemory(host: HostDoor, page: Page, wishes: ShellWishes): PageMemory {
  return {
    hello: async () => {
      page.greet([
        () => page.server.push('settings', host.book.current()),
        () => page.server.push('attention', host.stage().attention.current),
        () => page.server.push('health', host.stage().health.current),
        () => page.server.push('launches', host.desk.news()),
      ])
      return wishes.info
    },
    followRuns: async () => {
      page.followRuns()
      return {}
    },
    followRun: async ({ run }) => {
      host.use.noteUse()
      await page.followRun(run)
      host.use.noteUse()
      return {}
    },
    unfollowRun: async ({ run }) => {
      page.unfollowRun(run)
      return {}
    },
    followTranscript: async (wish) => {
      host.use.noteUse()
      await page.followTranscript(wish)
      return {}
    },
    unfollowTranscript: async () => {
      page.unfollowTranscript()
      return {}
    },
    readSettings: async () => host.book.current(),
    changeSettings: async (change) => host.book.change(change),
    dismissAttention: async ({ ids }) => {
      host.stage().attention.dismiss(ids)
      return {}
    },
  }
}

function shellCalls(
  host: HostDoor,
  wishes: ShellWishes,
): Pick<Handlers<typeof contract>, 'openLink' | 'revealFile' | 'chooseFolder'> {
  return {
    openLink: async ({ url }) => {
      await wishes.openLink(safeLink(url))
      return {}
    },
    revealFile: async ({ run, key }) => {
      const { engine, settings } = host.stage()
      await wishes.revealFile(await sourceFile(engine, settings.roots, run, key))
      return {}
    },
    chooseFolder: async ({ title }) => ({ folder: await wishes.chooseFolder(title) }),
  }
}
