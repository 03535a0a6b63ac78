import { z } from 'zod'
import { type Ask, type AskAnswer, AskEnd, type AskId } from '../../shared/drive/ask'
import { instantOf } from './instantOf'

type Ending = Pick<AskEnd, 'how' | 'label'>

export interface AskEndSources {
  readonly now: () => number
  /** What another program of ours left about it; null: nothing. */
  readonly markOf: (ask: AskId) => string | null
  /** Its session runs no more. */
  readonly isOver: (ask: Ask) => boolean
}

/** Longer than any page may be away without asking for everything anew. */
const KEPT_MS = 30_000

/** What was asked until a moment ago, and how that ended: a card that only vanished would leave a person guessing. */
export class AskEnds {
  private readonly sources: AskEndSources
  private readonly answered = new Map<AskId, Ending>()
  private before = new Map<AskId, Ask>()
  private ends: readonly AskEnd[] = []

  constructor(sources: AskEndSources) {
    this.sources = sources
  }

  /** It was answered here. */
  note(ask: Ask, answer: AskAnswer): void {
    this.answered.set(ask.id, endingOf(ask, answer))
  }

  /** `asks`: what is asked now. */
  look(asks: readonly Ask[]): readonly AskEnd[] {
    const now = this.sources.now()
    const open = new Map(asks.map((ask) => [ask.id, ask]))
    const gone = [...this.before.values()].filter(({ id }) => !open.has(id))
    const young = this.ends.filter(({ ask, at }) => !open.has(ask) && now - Date.parse(at) < KEPT_MS)
    this.ends = [...young, ...gone.map((ask) => ({ ask: ask.id, at: instantOf(now), ...this.endOf(ask) }))]
    this.before = open
    for (const id of this.answered.keys()) if (!this.ends.some(({ ask }) => ask === id)) this.answered.delete(id)
    return this.ends
  }

  private endOf(ask: Ask): Ending {
    const known = this.answered.get(ask.id)
    if (known) return known
    const mark = this.sources.markOf(ask.id)
    if (mark !== null) return readEnding(mark)
    return { how: this.sources.isOver(ask) ? 'over' : 'unknown', label: null }
  }
}

/** In few words, as other programs of ours are told. */
export function endingOf({ options }: Ask, answer: AskAnswer): Ending {
  if (answer.kind === 'answers') return { how: 'words', label: null }
  const chosen = options.find(({ id }) => id === answer.option)
  if (!chosen) return { how: 'answered', label: null }
  return { how: chosen.effect, label: [chosen.label, chosen.note].filter((part) => part !== null && part !== '').join(', ') }
}

const Mark = AskEnd.pick({ how: true, label: true })

/** Older programs of ours leave an empty mark. */
function readEnding(mark: string): Ending {
  const read = z.string().transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('no JSON')
      return z.NEVER
    }
  })
  const parsed = read.pipe(Mark).safeParse(mark)
  return parsed.success ? parsed.data : { how: 'answered', label: null }
}
