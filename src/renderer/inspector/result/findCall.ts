import type { AgentKey, RunUri } from '../../../shared/ids'
import type { AgentView, TranscriptItem } from '../../../shared/views'
import { callEngine } from '../../store/client'
import { useForest } from '../../store/forest'

interface Which {
  readonly run: RunUri
  readonly key: AgentKey
}

const looked = 50

/** What the agent was asked first. */
export async function firstPrompt(agent: Which, signal: AbortSignal): Promise<TranscriptItem | null> {
  const { items } = await callEngine('readTranscript', { ...agent, at: { from: 0 }, limit: looked }, signal)
  return items.find(({ kind }) => kind === 'prompt') ?? null
}

/** What it said last. */
export async function lastWords(agent: Which, signal: AbortSignal): Promise<TranscriptItem | null> {
  const { items } = await callEngine('readTranscript', { ...agent, at: { before: null }, limit: looked }, signal)
  return items.findLast(({ kind, role }) => kind === 'text' && role === 'assistant') ?? null
}

/** No transcript is asked more often than this for one call. */
const mostAsked = 60

/** The call that started an agent, in its parent's transcript: what came back is what the parent received. */
export async function findCall(
  { run, agent }: { readonly run: RunUri; readonly agent: AgentView },
  signal: AbortSignal,
): Promise<TranscriptItem | null> {
  const { parent, call } = agent
  if (parent === null || call === null) return null
  const { rows } = await callEngine('readTools', { run, key: parent }, signal)
  const places = rows.find(({ name }) => name === agent.callName)?.items ?? []
  for (const n of nearestFirst(places, siblingNumber(agent)).slice(0, mostAsked)) {
    const { items } = await callEngine('readTranscript', { run, key: parent, at: { from: n }, limit: 1 }, signal)
    if (items[0]?.tool?.callId === call) return items[0]
  }
  return null
}

/** Siblings are numbered in the order of their calls, so the place of the call is near its number. */
function siblingNumber({ parent, number, key }: AgentView): number {
  const siblings = parent === null ? [] : (useForest.getState().children.get(parent) ?? [])
  const at = siblings.indexOf(key)
  return at < 0 ? number - 1 : at
}

export function nearestFirst(places: readonly number[], at: number): readonly number[] {
  return places
    .map((n, index) => ({ n, distance: Math.abs(index - at) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ n }) => n)
}
