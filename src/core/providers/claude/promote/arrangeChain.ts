import type { Outline, OutlinedCall } from './outlineRecord'

export type ChainItem =
  /** `results`: only these results of the record, and `words`: whether what stands beside them; null: the record as it is. */
  | {
      readonly kind: 'record'
      readonly record: Outline
      readonly only: { readonly results: ReadonlySet<string>; readonly words: boolean } | null
    }
  /** A result that was never recorded. */
  | { readonly kind: 'answer'; readonly call: OutlinedCall; readonly of: Outline }

export interface ArrangedChain {
  readonly items: readonly ChainItem[]
  readonly unanswered: readonly OutlinedCall[]
  /** The response at the end that was left out because its calls have no results. */
  readonly wasCut: boolean
}

/** A conversation that every release reads whole: all blocks of a response together, then the results of its calls, then what follows. */
export function arrangeChain(records: readonly Outline[], openCalls: 'answer' | 'cut'): ArrangedChain {
  const talk = withoutCopies(records.filter((record) => isSaid(record)))
  const chain = new Chain(talk)
  const last = talk.findLastIndex((record) => record.results.length === 0 || record.kind !== 'user')
  talk.forEach((record, i) => {
    if (record.kind === 'assistant') chain.respond(record, openCalls, isLastResponse(talk, record, last, i))
    else chain.say(record)
  })
  return chain
}

function isSaid({ kind, isNoise }: Outline): boolean {
  return (kind === 'user' || kind === 'assistant' || kind === 'queued') && !isNoise
}

/** An agent that was resumed begins its new part with a copy of the last record. */
function withoutCopies(records: readonly Outline[]): readonly Outline[] {
  const seen = new Set<string>()
  const calls = new Set<string>()
  return records.filter((record) => {
    if (record.uuid !== null && seen.has(record.uuid)) return false
    if (record.uuid !== null) seen.add(record.uuid)
    if (record.calls.length > 0 && record.calls.every(({ id }) => calls.has(id))) return false
    for (const { id } of record.calls) calls.add(id)
    return true
  })
}

function isLastResponse(talk: readonly Outline[], record: Outline, last: number, at: number): boolean {
  return at === last || (record.message !== null && talk[last]?.message === record.message)
}

class Chain implements ArrangedChain {
  readonly items: ChainItem[] = []
  readonly unanswered: OutlinedCall[] = []
  wasCut = false
  private readonly groups = new Map<string, Outline[]>()
  /** By call: the first result counts, later ones are repairs of a resumed session. */
  private readonly answers = new Map<string, Outline>()
  private readonly written = new Set<Outline>()

  constructor(talk: readonly Outline[]) {
    for (const record of talk) {
      if (record.message === null) continue
      const group = this.groups.get(record.message)
      if (group) group.push(record)
      else this.groups.set(record.message, [record])
    }
    for (const record of talk) for (const id of record.results) if (!this.answers.has(id)) this.answers.set(id, record)
  }

  respond(record: Outline, openCalls: 'answer' | 'cut', isLast: boolean): void {
    if (this.written.has(record)) return
    const group = (record.message === null ? undefined : this.groups.get(record.message)) ?? [record]
    for (const block of group) this.written.add(block)
    const calls = group.flatMap((block) => block.calls)
    const open = calls.filter(({ id }) => !this.answers.has(id))
    if (open.length > 0 && openCalls === 'cut' && isLast) {
      for (const { id } of calls) this.forget(id)
      this.wasCut = true
      return
    }
    for (const block of group) this.items.push({ kind: 'record', record: block, only: null })
    this.answer(calls)
    for (const call of open) this.items.push({ kind: 'answer', call, of: record })
    this.unanswered.push(...open)
  }

  /** Results are written behind their calls; what a record of results says besides them stays where it is told. */
  say(record: Outline): void {
    if (record.results.length === 0) this.items.push({ kind: 'record', record, only: null })
    else if (record.hasWords && !this.written.has(record) && !this.isAwaited(record)) {
      this.items.push({ kind: 'record', record, only: { results: new Set(), words: true } })
    }
  }

  private answer(calls: readonly OutlinedCall[]): void {
    const wanted = new Set(calls.map(({ id }) => id))
    const records = new Set(calls.flatMap(({ id }) => this.answers.get(id) ?? []))
    for (const record of records) {
      const results = new Set(record.results.filter((id) => wanted.has(id) && this.answers.get(id) === record))
      const isWhole = results.size === record.results.length && !this.written.has(record)
      this.items.push({ kind: 'record', record, only: isWhole ? null : { results, words: !this.written.has(record) } })
      this.written.add(record)
    }
  }

  private forget(call: string): void {
    const record = this.answers.get(call)
    if (record) this.written.add(record)
  }

  /** Its calls come later in the file. */
  private isAwaited(record: Outline): boolean {
    for (const group of this.groups.values())
      for (const block of group)
        if (!this.written.has(block) && block.calls.some(({ id }) => this.answers.get(id) === record)) return true
    return false
  }
}
