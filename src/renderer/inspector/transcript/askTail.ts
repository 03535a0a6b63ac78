import type { AgentKey, RunUri } from '../../../shared/ids'
import type { TranscriptTail } from '../../../shared/views'
import { callEngine } from '../../store/client'

/** More than fills a view of calls. */
const tailSize = 36

let ahead: { readonly run: RunUri; readonly key: AgentKey; readonly answer: Promise<TranscriptTail> } | null = null

/**
 * Asks for the end of a transcript that is about to be shown: with the press itself, before the page draws its panes and before the
 * engine is busy with the run.
 */
export function askTail(run: RunUri, key: AgentKey): void {
  const answer = readTail(run, key)
  // Whoever takes it hears why; nobody may.
  answer.catch(() => undefined)
  ahead = { run, key, answer }
}

/** What was asked for ahead, once; else it is asked for now. */
export function takeTail(run: RunUri, key: AgentKey): Promise<TranscriptTail> {
  const asked = ahead
  ahead = null
  return asked?.run === run && asked.key === key ? asked.answer : readTail(run, key)
}

function readTail(run: RunUri, key: AgentKey): Promise<TranscriptTail> {
  return callEngine('readTail', { run, key, limit: tailSize })
}
