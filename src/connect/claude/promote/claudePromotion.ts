import { randomUUID } from 'node:crypto'
import type { Promoted, Promotion, PromotionRefusal, PromotionRequest } from '../../../core/promotion'
import { errorText } from '../../../shared/errorText'
import { fail, ok, type Result } from '../../../shared/result'
import { composePlan } from './composePlan'
import { sessionLines } from './sessionLines'
import { writeSession } from './writeSession'

const NO_SESSION_YET = 'SESSION'

/** A sub-agent's transcript becomes a session that the CLI resumes as any other. What exists is only read. */
export const claudePromotion: Promotion = {
  async plan(request) {
    const composed = await composePlan(request, request.session ?? NO_SESSION_YET)
    return composed.ok ? ok(composed.value.plan) : composed
  },
  promote: promoteAgent,
}

async function promoteAgent(request: PromotionRequest): Promise<Result<Promoted, PromotionRefusal>> {
  const session = request.session ?? randomUUID()
  const composed = await composePlan(request, session)
  if (!composed.ok) return composed
  const { plan, gathered, project, setting } = composed.value
  const { run, agent, nowMs } = request
  const { chain, files } = gathered
  const origin = { provider: 'claude', sessionId: run, agent }
  try {
    const lines = sessionLines({ chain, files, session, folder: plan.folder, origin, title: plan.title, setting, nowMs })
    const file = await writeSession({ project, session, lines })
    return ok({ ...plan, session, file, origin: { run, agent, record: chain.last.uuid } })
  } catch (error) {
    const why = errorText(error)
    return fail({ reason: 'not_written', message: `the new session could not be written: ${why}` })
  }
}
