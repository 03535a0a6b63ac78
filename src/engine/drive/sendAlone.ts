import type { Driver } from '../../core/drive/driver'
import type { LiveLaunch } from './LiveLaunch'
import { launchActs } from './launchActs'
import { type StrangerSources, strangerAt } from './strangerAt'

interface SendSources extends StrangerSources {
  readonly drivers: readonly Driver[]
}

/** Says it to a session of ours. A product may let a second program open the same run at any time, and would write what both say into it. */
export async function sendAlone(sources: SendSources, launch: LiveLaunch, text: string): Promise<string | null> {
  const { run: uri, record } = launch
  const driver = sources.drivers.find(({ provider }) => provider === launch.provider)
  // What is said in a turn goes where the turn is; a server that many share is asked by its own word.
  const begins = launch.phase() === 'idle' && !record.isShared
  if (begins && driver && uri !== null && record.run !== null) {
    const stranger = await strangerAt(sources, { driver, uri, run: record.run }, launch)
    if (stranger !== null)
      return `Another program (process ${stranger}) has opened this run too: both would write into one conversation. End it there, or fork the run.`
  }
  return launchActs.send(launch, text)
}
