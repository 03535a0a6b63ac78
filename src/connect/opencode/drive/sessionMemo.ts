import { asId, asObject, asText } from '../../../core/readJson'

/** What is remembered of a session that was started here. */
export interface SessionMemo {
  readonly way: 'headless' | 'terminal'
  readonly folder: string
  /** What is asked of the server before the first prompt. */
  readonly opening: 'create' | 'resume' | 'fork'
  /** The session to resume or to fork; empty: none. Once it runs, the session itself. */
  readonly session: string
  /** What the session is part of, where that is another one: it is a sub-agent's. */
  readonly run: string | null
  /** A fork holds what was said before this message; null: all. */
  readonly before: string | null
  /** Who answers; null: the server's default. A sub-agent would else become another. */
  readonly agent: string | null
  /** `provider/model`; null: the server's default. */
  readonly model: string | null
  readonly mode: string | null
  /** Of a terminal, where its own server listens; null: nowhere. */
  readonly port: number | null
}

export function readSessionMemo(memo: unknown): SessionMemo | null {
  const object = asObject(memo)
  const { way, opening } = object ?? {}
  const folder = asId(object?.['folder'])
  const session = asText(object?.['session'])
  if (!object || folder === null || session === null) return null
  if (way !== 'headless' && way !== 'terminal') return null
  if (opening !== 'create' && opening !== 'resume' && opening !== 'fork') return null
  const text = (name: string): string | null => asId(object[name])
  return {
    ...{ way, opening, folder, session, run: text('run'), before: text('before') },
    ...{ agent: text('agent'), model: text('model'), mode: text('mode') },
    port: typeof object['port'] === 'number' ? object['port'] : null,
  }
}
