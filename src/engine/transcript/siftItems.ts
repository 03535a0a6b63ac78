import { instant } from '../../core/model/viewAgent'
import { isWanted, kindsOf, type Sift, type Siftable, type SiftedItems, type SiftKind } from '../../shared/transcriptSift'
import type { TranscriptIndex } from '../transcriptIndex'

const MOST_SHOWN = 20_000
const MOST_TOOLS = 200
const LONGEST_NAME = 100

/** The items from `first` on that are wanted, and how many there are of everything, without reading any. */
export function siftItems(index: TranscriptIndex, sift: Sift, first: number): SiftedItems {
  const { total } = index
  const kinds: Partial<Record<SiftKind, number>> = {}
  const tools = new Map<string, number>()
  const shown: number[] = []
  let next: number | null = null
  let last = Number.NaN
  for (let n = 0; n < total; n++) {
    const item = siftableOf(index, n)
    for (const kind of kindsOf(item)) kinds[kind] = (kinds[kind] ?? 0) + 1
    if (item.tool !== null && item.tool.length <= LONGEST_NAME) tools.set(item.tool, (tools.get(item.tool) ?? 0) + 1)
    if (!Number.isNaN(item.at)) last = item.at
    if (n < first || next !== null || !isWanted(item, sift)) continue
    if (shown.length < MOST_SHOWN) shown.push(n)
    else next = n
  }
  return {
    shown,
    total,
    next,
    kinds,
    tools: [...tools]
      .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
      .slice(0, MOST_TOOLS)
      .map(([name, count]) => ({ name, count })),
    last: instant(last),
  }
}

function siftableOf(index: TranscriptIndex, n: number): Siftable {
  const tool = index.toolOf(n)
  const isError = tool !== null && index.answerTo(tool.call)?.isError === true
  return { kind: index.kindOf(n), tool: tool?.name ?? null, isError, at: index.atOf(n) }
}
