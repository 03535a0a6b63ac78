import type { AnswerSketch, LineSketch } from '../../itemBody'
import { asObject, type Json } from '../../readJson'
import { readItems } from './readItems'
import { readOutput } from './readOutput'
import { answeredCall, readToolCall } from './readToolCall'

/** What a record adds to the transcript of `thread`; null: nothing that a reader of it would see. */
export function sketchRecord(record: Json, thread: string, at: number): LineSketch | null {
  const items = readItems(record).map(({ kind, tool }) => ({ kind, call: tool?.call ?? null, name: tool?.name ?? null }))
  const answers = record['type'] === 'response_item' ? answersOf(asObject(record['payload']) ?? {}, record['timestamp']) : NONE
  return items.length === 0 && answers.length === 0 ? null : { thread, at, items, answers }
}

const NONE: readonly AnswerSketch[] = []

function answersOf(payload: Json, time: unknown): readonly AnswerSketch[] {
  const call = answeredCall(payload)
  if (call !== null) return [{ call, isError: readOutput(payload['output']).isError }]
  const tool = readToolCall(payload, time)
  return tool?.isAnswered ? [{ call: tool.call, isError: false }] : NONE
}
