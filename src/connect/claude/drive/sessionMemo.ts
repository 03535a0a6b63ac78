import type { PromotionRequest } from '../../../core/promotion'
import { asId, asObject, asText } from '../../../core/readJson'

/** Of an agent that becomes a session when the run starts; what only that moment knows is left out. */
export type PromotionWish = Omit<PromotionRequest, 'nowMs' | 'isRunning' | 'version' | 'root'>

/** What is remembered of a session that was started here; survives in the keeper's files. */
export interface SessionMemo {
  readonly run: string
  readonly version: string
  readonly way: 'headless' | 'terminal'
  readonly promotion: PromotionWish | null
}

export function readSessionMemo(memo: unknown): SessionMemo | null {
  const object = asObject(memo)
  const run = asText(object?.['run'])
  const version = asId(object?.['version'])
  const way = object?.['way']
  if (run === null || version === null || (way !== 'headless' && way !== 'terminal')) return null
  return { run, version, way, promotion: readPromotion(object?.['promotion']) }
}

function readPromotion(value: unknown): PromotionWish | null {
  const wish = asObject(value)
  const source = asId(wish?.['source'])
  const run = asId(wish?.['run'])
  const agent = asId(wish?.['agent'])
  if (!wish || source === null || run === null || agent === null) return null
  const openCalls = wish['openCalls'] === 'cut' ? 'cut' : 'answer'
  const words = { title: asId(wish['title']), agentType: asId(wish['agentType']), description: asId(wish['description']) }
  const at = typeof wish['at'] === 'number' ? wish['at'] : asId(wish['at'])
  return { source, run, agent, openCalls, at, folder: asId(wish['folder']), ...words, session: asId(wish['session']) }
}
