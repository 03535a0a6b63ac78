import type { AttentionItem } from '../../shared/attention'
import { oneLine } from '../../shared/neutraliseText'
import type { TranscriptItem } from '../../shared/views'
import type { Engine } from '../engine'
import { clampText } from './clampText'
import { rootKeyOf } from './removedName'

const LAST_ITEMS = 6
const LONGEST = 300

/** What an agent asks or has returned, from the end of its transcript; null: what its view says is all there is. */
export async function readDetail(engine: Engine, { kind, run, key }: AttentionItem): Promise<string | null> {
  if (kind !== 'finished' && kind !== 'question') return null
  const tail = await engine.tail({ run, key: key === rootKeyOf(run) ? null : key }, LAST_ITEMS)
  if (!tail.ok) return null
  const said = kind === 'finished' ? lastAnswer(tail.value.items) : lastQuestion(tail.value.items)
  const line = said?.split('\n').find((one) => one.trim() !== '')
  return line === undefined ? null : clampText(oneLine(line), LONGEST)
}

function lastAnswer(items: readonly TranscriptItem[]): string | null {
  return items.findLast(({ kind, role }) => kind === 'text' && role === 'assistant')?.text ?? null
}

/** A tool without an answer, whose input holds questions, is how agents ask. */
function lastQuestion(items: readonly TranscriptItem[]): string | null {
  const asked = items.findLast(({ tool }) => tool?.status === 'running')?.tool?.input
  return asked === undefined ? null : questionIn(asked)
}

function questionIn(value: unknown, depth = 0): string | null {
  if (typeof value !== 'object' || value === null || depth > 3) return null
  if ('question' in value && typeof value.question === 'string') return value.question
  for (const inner of Object.values(value)) {
    const found = questionIn(inner, depth + 1)
    if (found !== null) return found
  }
  return null
}
