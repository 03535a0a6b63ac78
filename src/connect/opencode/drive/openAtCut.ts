import { asId, asObject } from '../../../core/readJson'
import { fail, ok, type Result } from '../../../shared/result'
import { openSession } from './openSession'
import type { DoorFault, ServeDoor } from './ServeDoor'
import type { SessionMemo } from './sessionMemo'

/** Opens what the memo names, cut where it says. Refused where the cut cannot be made: a fork of all, or of nothing, would take the prompt. */
export async function openAtCut(door: ServeDoor, memo: SessionMemo): Promise<Result<string, DoorFault>> {
  if (memo.before === null) return openSession(door, memo)
  const before = await messageAfter(door, memo, memo.before)
  return before.ok ? openSession(door, { ...memo, before: before.value }) : before
}

/** A fork holds what lies before a message: to keep the chosen one, the next is named. Null: it is the last. */
async function messageAfter(
  door: Pick<ServeDoor, 'get'>,
  { session, folder }: SessionMemo,
  message: string,
): Promise<Result<string | null, DoorFault>> {
  const all = await door.get(`/session/${encodeURIComponent(session)}/message`, folder)
  if (!all.ok) return uncut(all.failure.status, all.failure.message, AGAIN)
  if (!Array.isArray(all.value)) return uncut(null, 'The OpenCode server listed no messages.', AGAIN)
  const ids = all.value.map((one: unknown) => asId(asObject(asObject(one)?.['info'])?.['id']))
  const at = ids.indexOf(message)
  if (at < 0) return uncut(404, 'It is not among the messages that the OpenCode server lists.', ANOTHER)
  if (at === ids.length - 1) return ok(null)
  const next = ids[at + 1] ?? null
  // Taken for the last, all of it would come along.
  return next === null ? uncut(null, 'The message after it has no name that could be read.', ANOTHER) : ok(next)
}

const AGAIN = 'Try once more, or fork the session without choosing a message.'
const ANOTHER = 'Choose another message, or fork the session without choosing one.'

function uncut(status: number | null, why: string, advice: string): Result<never, DoorFault> {
  return fail({
    status,
    message: `The session was not copied, because it could not be cut at the message you chose. ${why}`,
    advice,
  })
}
