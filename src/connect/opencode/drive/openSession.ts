import { asId, asObject, type Json } from '../../../core/readJson'
import { fail, ok, type Result } from '../../../shared/result'
import { modeRules, type RuledSession, rulesOfMode } from './modeRules'
import type { DoorFault, ServeDoor } from './ServeDoor'
import type { SessionMemo } from './sessionMemo'

/** Makes or takes up the session on the server; its id. Nothing is prompted yet: a turn keeps the rules that it began with. */
export async function openSession(door: ServeDoor, memo: SessionMemo): Promise<Result<string, DoorFault>> {
  const path = `/session/${encodeURIComponent(memo.session)}`
  switch (memo.opening) {
    case 'create': {
      const rules = rulesOfMode(memo.mode)
      const ruled = rules === null ? {} : { permission: rules }
      return idOf(await door.post('/session', memo.folder, { ...ruled, metadata: { understory: true } }))
    }
    case 'resume':
      return resume(door, memo, path)
    case 'fork':
      return fork(door, memo, path)
    default:
      return memo.opening satisfies never
  }
}

async function resume(door: ServeDoor, memo: SessionMemo, path: string): Promise<Result<string, DoorFault>> {
  const session = await door.get(path, memo.folder)
  const id = idOf(session)
  if (!session.ok || !id.ok) return id
  return withRules(door, memo, id.value, modeRules(memo.mode, ruledBy(session.value)))
}

/** A fork comes without the rules of what it was forked from: an agent that may not spawn would suddenly be allowed to. */
async function fork(door: ServeDoor, memo: SessionMemo, path: string): Promise<Result<string, DoorFault>> {
  const origin = await door.get(path, memo.folder)
  if (!origin.ok) return origin
  const forked = idOf(await door.post(`${path}/fork`, memo.folder, memo.before === null ? {} : { messageID: memo.before }))
  if (!forked.ok) return forked
  const own = ruledBy(origin.value)
  return withRules(door, memo, forked.value, [...own.rules, ...modeRules(memo.mode, own)])
}

/** Added to those that it has: there is no taking away. */
async function withRules(
  door: ServeDoor,
  { folder }: SessionMemo,
  session: string,
  rules: readonly Json[],
): Promise<Result<string, DoorFault>> {
  if (rules.length === 0) return ok(session)
  const put = await door.patch(`/session/${encodeURIComponent(session)}`, folder, { permission: rules })
  return put.ok ? ok(session) : put
}

function ruledBy(session: unknown): RuledSession {
  const told = asObject(session)
  const rules = told?.['permission']
  return {
    rules: Array.isArray(rules) ? rules.map(asObject).filter((rule) => rule !== null) : [],
    isRoot: asId(told?.['parentID']) === null,
  }
}

function idOf(answer: Result<unknown, DoorFault>): Result<string, DoorFault> {
  if (!answer.ok) return answer
  const id = asId(asObject(answer.value)?.['id'])
  return id === null ? fail({ status: null, message: 'The OpenCode server named no session.' }) : ok(id)
}
