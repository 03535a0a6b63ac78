import { callEngine, faultOf, useClient } from '../store/client'
import { agentNow, useForest } from '../store/forest'
import { selectRun } from '../store/select'
import { tell } from '../store/tell'
import { useUi } from '../store/ui'
import { addressIn, hashFor } from './addressIn'

let wanted: string | null = null

/** True while the address bar names something that has not been shown yet: nothing else is chosen meanwhile. */
export function hasAddress(): boolean {
  return wanted !== null
}

/** In a browser the address bar names what is shown, and what it names is shown. */
export function followHash(): void {
  if (!location.protocol.startsWith('http')) return
  wanted = addressIn(location.hash)
  addEventListener('hashchange', ({ newURL }) => {
    // Not `location`: until this event arrives the page may have written what it shows there.
    wanted = addressIn(new URL(newURL).hash)
    if (wanted === null) mirror()
    else void goThere()
  })
  useClient.subscribe(({ connection }, before) => {
    if (connection.kind === 'open' && connection !== before.connection) void goThere()
  })
  useUi.subscribe((ui, before) => {
    if (ui.run !== before.run || ui.selected !== before.selected) mirror()
  })
  // The run may be chosen before its agents are there to be named.
  useForest.subscribe((forest, before) => {
    if (forest.isWhole && !before.isWhole) mirror()
  })
}

async function goThere(): Promise<void> {
  const text = wanted
  if (text === null || useClient.getState().connection.kind !== 'open') return
  const { chosen } = useUi.getState()
  try {
    const { run, key } = await callEngine('resolve', { text })
    // Another address was written meanwhile.
    if (wanted !== text) return
    wanted = null
    // A person has chosen something else while it was looked up.
    if (useUi.getState().chosen === chosen) selectRun(run, key)
    else mirror()
  } catch (error) {
    // Cut off on the way: asked again with the next connection.
    if (wanted !== text || faultOf(error).code === 'disconnected') return
    wanted = null
    tell({
      level: 'warning',
      code: 'address',
      message: `The address in the address bar leads nowhere: ${faultOf(error).message}`,
    })
    mirror()
  }
}

function mirror(): void {
  const { run, selected } = useUi.getState()
  if (wanted !== null) return
  const hash = run === null ? '' : hashFor((selected === null ? null : agentNow(selected)?.uri) ?? run)
  // Replaced, not added: the way back of the window has steps of its own.
  if (hash !== location.hash) history.replaceState(history.state, '', hash === '' ? location.pathname + location.search : hash)
}
