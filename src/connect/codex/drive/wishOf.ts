import { asId } from '../../../core/readJson'
import { modeOfSettings } from './permissionModes'
import type { WireLine } from './wireLine'

/** What the answer to a request of ours needs of it. */
export interface Wish {
  readonly method: string
  readonly thread: string | null
  /** The mode that it sets; null: none of ours. */
  readonly mode: string | null
}

/** Without what was said: a prompt may be a megabyte. */
export function wishOf({ method, params }: Extract<WireLine, { kind: 'request' }>): Wish {
  const mode = method === 'thread/settings/update' ? (modeOfSettings(params)?.id ?? null) : null
  return { method, thread: asId(params['threadId']), mode }
}
