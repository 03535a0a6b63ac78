import { type ContextCut, cutContext, partBehind, type ToldItem, tokensOf } from '../../core/drive/cutContext'
import type { LaunchPlan } from '../../shared/drive/launchPlan'
import { itemMarkdown } from '../../shared/markdown/itemMarkdown'
import { ok, type Result } from '../../shared/result'
import type { TranscriptItem } from '../../shared/views'
import type { Engine, LookupFailure, Target } from '../engine'
import { readThrough } from '../markdown/readThrough'

export interface RenderedContext {
  /** Put before the new prompt. */
  readonly text: string
  readonly context: NonNullable<LaunchPlan['context']>
}

export interface ContextWish {
  readonly target: Target
  /** Its last item; null: the end. */
  readonly at: number | null
  /** Whose conversation it is. */
  readonly title: string
}

/** What every product of today takes beside its own words. */
const MOST_TOKENS = 100_000
const MOST_LETTERS = MOST_TOKENS * 4
const NEVER = { aborted: false }

/** A conversation as text for another one, cut to what fits, with what stays behind said. Read twice, never held whole. */
export async function renderContext(engine: Engine, wish: ContextWish): Promise<Result<RenderedContext, LookupFailure>> {
  const measured = await toldItems(engine, wish.target)
  if (!measured.ok) return measured
  const before = measured.value.filter(({ n }) => wish.at === null || n <= wish.at)
  const cut = cutContext(before, MOST_LETTERS)
  const behind = partBehind(measured.value.slice(before.length))
  const texts: string[] = []
  const read = await readThrough(
    engine,
    wish.target,
    () => true,
    (items) => void texts.push(...items.filter(({ n }) => cut.kept.has(n)).map(itemMarkdown)),
    NEVER,
  )
  if (!read.ok) return read
  const left = cut.parts.filter(({ isLeftOut }) => isLeftOut).map(({ label, count }) => `${label} (${count})`)
  const text = `${opening(wish.title, left)}${texts.join('')}${CLOSING}`
  const bytes = Buffer.byteLength(text)
  const tokens = tokensOf(text.length)
  return ok({
    text,
    context: { messages: cut.kept.size, bytes, tokens, limit: MOST_TOKENS, parts: [...withFrame(cut.parts, tokens), ...behind] },
  })
}

/** All of a conversation, by kind and size. */
export async function toldItems(engine: Engine, target: Target): Promise<Result<readonly ToldItem[], LookupFailure>> {
  const told: ToldItem[] = []
  const read = await readThrough(
    engine,
    target,
    () => true,
    (items) => void told.push(...items.map(toldItem)),
    NEVER,
  )
  return read.ok ? ok(told) : read
}

function toldItem(item: TranscriptItem): ToldItem {
  return { n: item.n, kind: item.kind, letters: itemMarkdown(item).length, images: item.images ?? 0 }
}

/** The words that say what it is are sent too: the parts add up to the whole. */
function withFrame(parts: ContextCut['parts'], tokens: number): ContextCut['parts'] {
  const sent = parts.filter(({ isLeftOut }) => !isLeftOut)
  const rest = tokens - sent.reduce((sum, part) => sum + part.tokens, 0)
  const frame = { label: 'What says that it is an earlier conversation', count: 0, tokens: Math.max(0, rest), isLeftOut: false }
  return [...sent, frame, ...parts.filter(({ isLeftOut }) => isLeftOut)]
}

function opening(title: string, left: readonly string[]): string {
  const missing = left.length === 0 ? '' : `Not told here: ${left.join('; ')}.\n\n`
  return `What follows is an earlier conversation, told as text so that you can go on from it: ${title}\n\n${missing}## Earlier conversation\n\n`
}

const CLOSING = '## End of the earlier conversation\n\nGo on from there. What is wanted now:\n\n'
