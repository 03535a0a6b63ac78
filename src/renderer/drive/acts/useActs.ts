import { create } from 'zustand'
import type { OfferedAct } from '../../../shared/drive/offeredAct'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { callEngine } from '../../store/client'

interface Acts {
  /** Address of an agent → what could be done with it when it was last asked. */
  readonly known: ReadonlyMap<string, readonly OfferedAct[]>
}

export const useActs = create<Acts>(() => ({ known: new Map() }))

const most = 200
const underway = new Map<string, Promise<readonly OfferedAct[]>>()

export function actsName(run: RunUri, key: AgentKey | null): string {
  return `${run} ${key ?? ''}`
}

/** Asks anew; who asks the same meanwhile gets the same answer. Nobody there to answer: what was known last. */
export function loadActs(run: RunUri, key: AgentKey | null): Promise<readonly OfferedAct[]> {
  const name = actsName(run, key)
  const asked = underway.get(name)
  if (asked) return asked
  const answer = callEngine('listActs', { run, key }).then(
    (acts) => {
      underway.delete(name)
      useActs.setState(({ known }) => ({ known: new Map([...known, [name, acts] as const].slice(-most)) }))
      return acts
    },
    () => {
      underway.delete(name)
      return actsNow(run, key) ?? []
    },
  )
  underway.set(name, answer)
  return answer
}

export function actsNow(run: RunUri, key: AgentKey | null): readonly OfferedAct[] | undefined {
  return useActs.getState().known.get(actsName(run, key))
}
