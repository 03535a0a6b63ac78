import { join } from 'node:path'
import type { PromotionPlan, PromotionRefusal, PromotionRequest } from '../../../core/promotion'
import { projectFolderName } from '../../../core/providers/claude/promote/projectFolderName'
import { promotionNotes } from '../../../core/providers/claude/promote/promotionNotes'
import { promotionTitle } from '../../../core/providers/claude/promote/promotionTitle'
import { resumeArguments } from '../../../core/providers/claude/promote/resumeArguments'
import { ok, type Result } from '../../../shared/result'
import { findDefinition } from './findDefinition'
import { type Gathered, gatherPromotion } from './gatherPromotion'
import { startFolder } from './startFolder'

/** The types that every release brings along; only newer ones say so. */
const BUILT_IN: ReadonlySet<string> = new Set(['general-purpose', 'Explore', 'Plan'])

export interface ComposedPlan {
  readonly plan: PromotionPlan
  readonly gathered: Gathered
  /** The folder that the new session's file belongs in. */
  readonly project: string
  readonly setting: string | null
}

/** Everything that can be said of a promotion before it is done, for a session of that id. */
export async function composePlan(request: PromotionRequest, session: string): Promise<Result<ComposedPlan, PromotionRefusal>> {
  const read = await gatherPromotion(request)
  if (!read.ok) return read
  const { chain, side, isTorn, worked, runFolder, firstPrompt } = read.value
  const { root, version, run, isRunning } = request
  const start = await startFolder({ chosen: request.folder, worked, run: runFolder, isInWorktree: side.isInWorktree })
  if (!start.ok) return start
  const folder = start.value
  // A fork is its parent's persona going on.
  const type = side.type ?? request.agentType
  const agentType = side.isFork || type === 'fork' ? null : type
  const definition = agentType === null ? null : await findDefinition(agentType, root, folder)
  const isBuiltIn = (side.isBuiltIn || BUILT_IN.has(agentType ?? '')) && definition === null
  const resume = resumeArguments({ session, version, agentType, isBuiltIn, definition, model: chain.model })
  const notes = promotionNotes({ chain, run, isRunning, isTorn, folders: { worked, start: folder } })
  const plan: PromotionPlan = {
    title: promotionTitle(request.title, side.description ?? request.description, type, firstPrompt.split('\n', 1)[0] ?? ''),
    messages: chain.messages,
    sizeBytes: chain.sizeBytes,
    tokensEstimate: chain.context,
    cut: { last: chain.last.uuid, leftOut: chain.leftOut },
    folder,
    argv: resume.argv,
    notes: [...notes, ...resume.notes],
  }
  return ok({
    plan,
    gathered: read.value,
    project: join(root, 'projects', projectFolderName(folder, version)),
    setting: resume.setting,
  })
}
