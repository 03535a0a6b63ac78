import { asId, asObject, type Json } from '../../../core/readJson'

/** What is remembered of a thread that was started here; survives in the keeper's files. */
export interface SessionMemo {
  readonly way: 'headless' | 'terminal'
  readonly method: 'thread/start' | 'thread/resume' | 'thread/fork'
  readonly params: Json
  /** Its permission mode; null: noted by an earlier release of ours. */
  readonly mode: string | null
}

export function readSessionMemo(memo: unknown): SessionMemo | null {
  const object = asObject(memo)
  const way = object?.['way']
  const method = asId(object?.['method'])
  const params = asObject(object?.['params'])
  if ((way !== 'headless' && way !== 'terminal') || !params) return null
  if (method !== 'thread/start' && method !== 'thread/resume' && method !== 'thread/fork') return null
  return { way, method, params, mode: asId(object?.['mode']) }
}
