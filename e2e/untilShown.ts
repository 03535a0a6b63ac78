import type { WatchedAgent } from '../src/shared/views'
import type { Watch } from '../test/harness/openWatch'

/** A person is to see it soon, also on a crowded machine; to be found, the product's server may have to be looked for. */
const SOON_MS = 3_000
/** So long it is waited for, to say how late it was. */
const GIVEN_UP_MS = 12_000

/** Waits until Understory shows an agent like this; what it showed instead is the fault. */
export async function untilShown(
  watch: Watch,
  run: string,
  id: string,
  what: string,
  test: (agent: WatchedAgent) => boolean,
): Promise<string[]> {
  const agent = () => watch.ledger.agentsOf(run).find((candidate) => candidate.id === id)
  const isShown = () => {
    const found = agent()
    return found !== undefined && test(found)
  }
  const since = Date.now()
  const { phase: before = 'not there' } = agent() ?? {}
  try {
    await watch.until(what, isShown, GIVEN_UP_MS)
    const lateMs = Date.now() - since
    return lateMs <= SOON_MS ? [] : [`${what}: shown after ${lateMs} ms; before, the agent was ${before}`]
  } catch {
    const { phase = 'not there', waitingFor } = agent() ?? {}
    return [`${what}: not shown within ${GIVEN_UP_MS} ms; the agent is ${phase}, waiting for ${waitingFor}`]
  }
}
