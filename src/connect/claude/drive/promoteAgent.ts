import { relative, sep } from 'node:path'
import type { CutPoint, DriveGround, DriveWish, ProgramAt } from '../../../core/drive/driver'
import { refusal } from '../../../core/drive/refusals'
import type { Promoted, PromotionPlan, PromotionReason, PromotionRefusal } from '../../../core/promotion'
import type { LaunchPlan, LaunchRefusal } from '../../../shared/drive/launchPlan'
import { fail, ok, type Result } from '../../../shared/result'
import { claudePromotion } from '../promote/claudePromotion'
import type { PromotionWish } from './sessionMemo'

export interface PlannedPromotion {
  readonly wish: PromotionWish
  readonly plan: PromotionPlan
  readonly context: LaunchPlan['context']
}

/** What a session made of an agent would be. Writes nothing. */
export async function planPromotion(
  ground: DriveGround,
  origin: NonNullable<DriveWish['origin']>,
  { folder, session }: { readonly folder: string; readonly session: string },
  { version }: ProgramAt,
): Promise<Result<PlannedPromotion, LaunchRefusal>> {
  const { target, cut, at } = origin
  if (target.agent === null) {
    return fail({
      ...refusal('not_possible', 'The run’s own conversation is a run already.', 'Resume it, or fork it.'),
      offers: ['fork'],
    })
  }
  if (target.file === null) {
    return fail(refusal('not_possible', 'This agent has no transcript of its own.', 'Start a new run with what it said as text.'))
  }
  const wish: PromotionWish = {
    source: relative(ground.root, target.file).split(sep).join('/'),
    run: target.run,
    agent: target.agent,
    at: at === null ? null : placeOf(cut),
    openCalls: 'answer',
    folder: folder === '' || folder === target.folder ? null : folder,
    title: null,
    agentType: target.type,
    description: target.title,
    session,
  }
  const plan = await claudePromotion.plan({ ...wish, ...momentOf(ground, target.isWorking, version) })
  if (!plan.ok) return fail(refusedBy(plan.failure))
  return ok({ wish, plan: plan.value, context: contextOf(plan.value) })
}

/** Not every item has an id of its own, and each begins at a byte. */
function placeOf(cut: CutPoint | null): string | number {
  const byte = Number(cut?.place)
  return cut && cut.place !== '' && Number.isFinite(byte) ? byte : (cut?.messageId ?? '')
}

/** Writes the new session. */
export async function promoteAgent(
  ground: DriveGround,
  wish: PromotionWish,
  isRunning: boolean,
  version: string,
): Promise<Result<Promoted, LaunchRefusal>> {
  const promoted = await claudePromotion.promote({ ...wish, ...momentOf(ground, isRunning, version) })
  return promoted.ok ? promoted : fail(refusedBy(promoted.failure))
}

function momentOf(ground: DriveGround, isRunning: boolean, version: string) {
  return { root: ground.root, isRunning, version, nowMs: ground.now() }
}

function contextOf({ messages, sizeBytes, tokensEstimate, cut }: PromotionPlan): LaunchPlan['context'] {
  const tokens = tokensEstimate ?? Math.round(sizeBytes / BYTES_PER_TOKEN)
  const kept = { label: 'Messages, exactly as recorded', count: messages, tokens, isLeftOut: false }
  const left = { label: 'what comes after the cut', count: cut.leftOut, tokens: 0, isLeftOut: true }
  return { messages, bytes: sizeBytes, tokens, limit: null, parts: cut.leftOut > 0 ? [kept, left] : [kept] }
}

/** Of JSON with English in it. */
const BYTES_PER_TOKEN = 4

const codes: Readonly<Partial<Record<PromotionReason, LaunchRefusal['code']>>> = {
  old_version: 'old_program',
  folder_gone: 'no_folder',
  not_written: 'failed',
}

function refusedBy({ reason, message }: PromotionRefusal): LaunchRefusal {
  const words = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
  const advice = reason === 'folder_gone' ? 'Choose another folder.' : 'Start a new run with what it said as text.'
  return { ...refusal(codes[reason] ?? 'not_possible', words, advice), offers: reason === 'folder_gone' ? [] : ['render'] }
}
