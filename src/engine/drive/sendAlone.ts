import type { Driver } from '../../core/drive/driver'
import type { LiveLaunch } from './LiveLaunch'
import { launchActs } from './launchActs'
import { type StrangerSources, strangerAt } from './strangerAt'

interface SendSources extends StrangerSources {
  readonly drivers: readonly Driver[]
}

/** One after the other: what is looked after first must not be overtaken by what need not be. */
const lastOf = new WeakMap<LiveLaunch, Promise<unknown>>()

/** Says it to a session of ours. A product may let a second program open the same run at any time, and would write what both say into it. */
export function sendAlone(sources: SendSources, launch: LiveLaunch, text: string): Promise<string | null> {
  const before = lastOf.get(launch) ?? Promise.resolve()
  const sent = before.catch(() => undefined).then(() => sendNow(sources, launch, text))
  lastOf.set(launch, sent)
  return sent
}

async function sendNow(sources: SendSources, launch: LiveLaunch, text: string): Promise<string | null> {
  const { run: uri, record } = launch
  const driver = sources.drivers.find(({ provider }) => provider === launch.provider)
  if (driver && uri !== null && record.run !== null && beginsTurn(launch)) {
    const stranger = await strangerAt(sources, { driver, uri, run: record.run }, launch)
    if (stranger !== null)
      return `Another program (process ${stranger}) has opened this run too: both would write into one conversation. End it there, or fork the run.`
  }
  return launchActs.send(launch, text)
}

/** What is said in a turn goes where the turn is; a server that many share is asked by its own word. */
function beginsTurn(launch: LiveLaunch): boolean {
  if (launch.record.isShared) return false
  return launch.phase() !== 'working' || launch.session?.state().midTurn === 'begins'
}
