import { asId, asObject, type Json } from '../../../core/readJson'
import type { Result } from '../../../shared/result'
import type { EventFold, Snapshot } from './EventFold'
import type { DoorFault, ServeDoor } from './ServeDoor'

export interface ReadSnapshot {
  /** Null: what works was not told, without which nothing of it means anything. */
  readonly snapshot: Snapshot | null
  /** False: something was not told and is to be asked once more. */
  readonly isWhole: boolean
}

/** What the server says now of a session's family, which is met on the way. */
export async function readSnapshot(
  door: Pick<ServeDoor, 'get'>,
  folder: string,
  fold: Pick<EventFold, 'family' | 'adopt'>,
): Promise<ReadSnapshot> {
  const isFamilyMet = await meetFamily(door, folder, fold)
  const ask = (path: string): Promise<Told> => door.get(path, folder)
  const [statuses, asked, questioned] = await Promise.all([ask('/session/status'), ask('/permission'), ask('/question')])
  if (!statuses.ok) return { snapshot: null, isWhole: false }
  const permissions = listOf(asked)
  const questions = listOf(questioned)
  return {
    snapshot: { statuses: asObject(statuses.value) ?? {}, permissions, questions },
    isWhole: isFamilyMet && permissions !== null && questions !== null,
  }
}

type Told = Result<unknown, DoorFault>

async function meetFamily(
  door: Pick<ServeDoor, 'get'>,
  folder: string,
  fold: Pick<EventFold, 'family' | 'adopt'>,
): Promise<boolean> {
  const met = [...fold.family()]
  let isMet = true
  for (const session of met) {
    const children = listOf(await door.get(`/session/${encodeURIComponent(session)}/children`, folder))
    isMet &&= children !== null
    for (const child of children ?? []) {
      const id = asId(child['id'])
      if (id === null || met.includes(id)) continue
      fold.adopt(id, session)
      met.push(id)
    }
  }
  return isMet
}

/** Null: it was not told. What is not there (a session that was deleted, a route that this release lacks) has none, however often it is asked. */
function listOf(told: Told): Json[] | null {
  if (!told.ok) return told.failure.status === 404 ? [] : null
  return Array.isArray(told.value) ? told.value.map(asObject).filter((one) => one !== null) : []
}
