import type { TranscriptReading } from '../engine/transcript/reading'
import { AgentKey } from '../shared/ids'
import type { AgentView, TranscriptItem } from '../shared/views'

/** A transcript that lies nowhere: hand-made items, each as if it were a record of its own. */
export function readingOf(agent: Pick<AgentView, 'key' | 'uri'>, items: readonly TranscriptItem[]): TranscriptReading {
  const lines = items.map((item) => Buffer.from(JSON.stringify(item)))
  const placeOf = (n: number) => ({ offset: n, length: lines[n]?.length ?? 0 })
  return {
    uri: agent.uri ?? '',
    key: AgentKey.parse(agent.key),
    thread: { provider: 'fake', id: agent.key },
    agent: null,
    path: 'fake.jsonl',
    isLive: false,
    index: {
      recordIds: null,
      total: items.length,
      recordOf: placeOf,
      blockOf: () => 0,
      lineOf: (n) => n + 1,
      kindOf: (n) => items[n]?.kind ?? 'error',
      atOf: (n) => Date.parse(items[n]?.at ?? ''),
      toolOf: (n) => {
        const tool = items[n]?.tool
        return tool ? { name: tool.name, call: tool.callId } : null
      },
      answerTo: (call) => {
        const n = items.findIndex(({ tool }) => tool?.callId === call && tool.status !== 'running')
        const item = items[n]
        if (!item?.tool) return null
        const at = Date.parse(item.at ?? '') + (item.tool.durationMs ?? Number.NaN)
        return { ...placeOf(n), line: n + 1, at, isError: item.tool.status === 'error' }
      },
      answered: () => [],
    },
    holds: () => false,
    kindIn: () => null,
    item: (n) => items[n] ?? null,
    images: () => [],
    line: ({ offset }) => lines[offset] ?? null,
    raw: null,
    rawLine: () => null,
    prepareRaw: () => undefined,
    nameRecord: () => ({ type: null, subtype: null, at: Number.NaN }),
    allowances: () => ({ allowed: null, denied: null, permissionMode: null }),
    prepare: () => undefined,
    forget: () => undefined,
  }
}
