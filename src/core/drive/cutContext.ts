import type { LaunchPlan } from '../../shared/drive/launchPlan'
import type { ItemKind } from '../../shared/views'

/** One item of a conversation as it would be told: how many letters it takes. */
export interface ToldItem {
  readonly n: number
  readonly kind: ItemKind
  readonly letters: number
  readonly images: number
}

export interface ContextCut {
  /** Numbers of the items that go along. */
  readonly kept: ReadonlySet<number>
  readonly letters: number
  readonly parts: NonNullable<LaunchPlan['context']>['parts']
}

/** About: what tokenisers make of prose and code alike. */
const LETTERS_PER_TOKEN = 4

export function tokensOf(letters: number): number {
  return Math.ceil(letters / LETTERS_PER_TOKEN)
}

/** Telling them again would say nothing to whoever goes on. */
const UNTOLD: ReadonlySet<ItemKind> = new Set(['thinking', 'notice'])

/**
 * What of a conversation is told within a budget: its first prompt, for it says what all of it is about, and of the rest the newest
 * without a gap.
 */
export function cutContext(items: readonly ToldItem[], mostLetters: number): ContextCut {
  const told = items.filter(({ kind }) => !UNTOLD.has(kind))
  const kept = new Set<number>()
  let letters = 0
  const first = told.find(({ kind }) => kind === 'prompt')
  if (first && first.letters <= mostLetters) {
    kept.add(first.n)
    letters += first.letters
  }
  for (const item of told.toReversed()) {
    if (kept.has(item.n)) continue
    if (letters + item.letters > mostLetters) break
    kept.add(item.n)
    letters += item.letters
  }
  return { kept, letters, parts: partsOf(items, kept) }
}

const WORDS: Readonly<Record<ItemKind, string>> = {
  prompt: 'Prompts',
  text: 'Answers',
  thinking: 'Thinking (never told again)',
  tool: 'Tool calls with their results, long ones shortened',
  notice: 'Notices of the product (never told again)',
  compaction: 'Summaries of compactions',
  error: 'Errors',
}

function partsOf(items: readonly ToldItem[], kept: ReadonlySet<number>): ContextCut['parts'] {
  const parts: ContextCut['parts'][number][] = []
  for (const kind of Object.keys(WORDS) as ItemKind[]) {
    const ofKind = items.filter((item) => item.kind === kind)
    const sent = ofKind.filter(({ n }) => kept.has(n))
    if (sent.length > 0) parts.push(partOf(WORDS[kind], sent, false))
    const left = ofKind.filter(({ n }) => !kept.has(n))
    if (left.length === 0) continue
    parts.push(partOf(UNTOLD.has(kind) ? WORDS[kind] : `${WORDS[kind]}: older ones that do not fit`, left, true))
  }
  const images = items.reduce((sum, item) => sum + item.images, 0)
  if (images > 0) parts.push({ label: 'Images (text cannot hold them)', count: images, tokens: 0, isLeftOut: true })
  return parts.sort((a, b) => Number(a.isLeftOut) - Number(b.isLeftOut))
}

/** What a person has cut off. */
export function partBehind(items: readonly ToldItem[]): ContextCut['parts'] {
  return items.length === 0 ? [] : [partOf('what comes after the cut', items, true)]
}

function partOf(label: string, items: readonly ToldItem[], isLeftOut: boolean): ContextCut['parts'][number] {
  return { label, count: items.length, tokens: tokensOf(items.reduce((sum, { letters }) => sum + letters, 0)), isLeftOut }
}
