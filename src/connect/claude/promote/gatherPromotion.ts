import { join } from 'node:path'
import { isAtLeast } from '../../../core/isAtLeast'
import type { PromotionRefusal, PromotionRequest } from '../../../core/promotion'
import type { ForkReference } from '../../../core/providers/claude/promote/outlineRecord'
import { type PlannedChain, planChain } from '../../../core/providers/claude/promote/planChain'
import { recognise } from '../../../core/providers/claude/recognise'
import { errorText } from '../../../shared/errorText'
import { fail, ok, type Result } from '../../../shared/result'
import { firstFolder } from './firstFolder'
import { type OutlinedFile, readOutlines } from './readOutlines'
import { readSideFacts, type SideFacts } from './sideFacts'

/** All that was read for one promotion. */
export interface Gathered {
  /** Absolute paths; outlines name them by their index. */
  readonly files: readonly string[]
  readonly chain: PlannedChain
  readonly side: SideFacts
  readonly isTorn: boolean
  readonly worked: string | null
  /** Where the run began; null: its main transcript does not say. */
  readonly runFolder: string | null
  readonly firstPrompt: string
}

/** The oldest release that promoted sessions were resumed with. */
const OLDEST = [1, 0, 128]

/** Reads what a promotion needs and plans the chain. Writes nothing. */
export async function gatherPromotion(request: PromotionRequest): Promise<Result<Gathered, PromotionRefusal>> {
  const { root, source, agent, at, openCalls } = request
  const isOwnFile = recognise(source)?.kind === 'agent'
  const refusal = refuseUnread(request)
  if (refusal) return fail(refusal)
  const path = join(root, source)
  const own = await outlinesOf(path, 0)
  if (!own.ok) return own
  const { records, damage, isTorn } = own.value
  const side = await readSideFacts(path)
  const fork = records.find((record) => record.kind === 'fork')?.fork ?? null
  const main = join(root, 'projects', source.split('/')[1] ?? '', `${fork?.session ?? request.run}.jsonl`)
  const parent = fork ? await parentOf(main, fork, side) : ok(null)
  if (!parent.ok) return parent
  const chain = planChain({
    records,
    agent,
    isOwnFile,
    parent: parent.value?.records ?? null,
    damage: [...damage, ...(parent.value?.damage ?? [])],
    at,
    openCalls,
  })
  if (!chain.ok) return chain
  const words = wordsOf(chain.value)
  return ok({
    files: [path, main],
    chain: chain.value,
    side,
    isTorn: isTorn && at === null,
    ...words,
    runFolder: await firstFolder(main),
  })
}

function refuseUnread({ source, agent, version }: PromotionRequest): PromotionRefusal | null {
  if (isAtLeast(version, OLDEST) === false) {
    const message = `Claude Code ${version} was never seen to take up a promoted session: that is known from ${OLDEST.join('.')} on`
    return { reason: 'old_version', message }
  }
  const kind = recognise(source)
  if (kind?.kind === 'main' && kind.run === agent) {
    return { reason: 'no_conversation', message: 'the main conversation is a session already: it can be resumed' }
  }
  return kind?.kind === 'agent' || kind?.kind === 'main' ? null : { reason: 'unreadable', message: `${source} is no transcript` }
}

/** The id comes from a file: it must not lead anywhere else. */
const SESSION_ID = /^[A-Za-z0-9-]+$/

async function parentOf(main: string, fork: ForkReference, side: SideFacts): Promise<Result<OutlinedFile, PromotionRefusal>> {
  if (side.parent !== null) {
    const message = 'it was forked from another agent, and how such a history is put together was never seen'
    return fail({ reason: 'nested_fork', message })
  }
  if (!SESSION_ID.test(fork.session ?? '')) {
    return fail({ reason: 'history_missing', message: 'its records do not say which conversation it was forked from' })
  }
  const parent = await outlinesOf(main, 1)
  if (parent.ok) return parent
  return fail({
    reason: 'history_missing',
    message: `the conversation that it was forked from is missing: ${parent.failure.message}`,
  })
}

function wordsOf({ items }: PlannedChain): Pick<Gathered, 'worked' | 'firstPrompt'> {
  const own = items.flatMap((item) => (item.kind === 'record' && item.record.place.file === 0 ? [item.record] : []))
  const prompt = own.find((record) => record.kind === 'user' && record.words !== '' && !record.isSummary)
  return { worked: own.find((record) => record.cwd !== null)?.cwd ?? null, firstPrompt: prompt?.words ?? '' }
}

async function outlinesOf(path: string, file: number): Promise<Result<OutlinedFile, PromotionRefusal>> {
  try {
    return ok(await readOutlines(path, file))
  } catch (error) {
    return fail({
      reason: 'unreadable',
      message: `its transcript cannot be read: ${errorText(error)}`,
    })
  }
}
