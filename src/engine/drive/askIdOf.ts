import type { DrivenAsk } from '../../core/drive/driver'
import { AskId } from '../../shared/drive/ask'
import type { Launch } from '../../shared/drive/launch'

const LONGEST_ID = 300

/** The product numbers its asks for each session anew. */
export function askIdOf(launch: { readonly id: Launch['id'] }, ask: Pick<DrivenAsk, 'id'>): AskId {
  return AskId.parse(`${launch.id} ${ask.id}`.slice(0, LONGEST_ID))
}
