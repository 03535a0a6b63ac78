import type { Gist, GistBlock, GistUsage } from './gist'

const fields = [
  'type',
  'uuid',
  'parentUuid',
  'at',
  'sessionId',
  'agentId',
  'cwd',
  'version',
  'branch',
  'isSidechain',
  'isApiError',
  'messageId',
  'requestId',
  'model',
  'stopReason',
] as const satisfies readonly (keyof Gist)[]

/** The first field, by name, in which two gists of one line differ; null when they are the same. `whole` is not compared. */
export function gistDifference(a: Gist, b: Gist): string | null {
  for (const field of fields) if (!Object.is(a[field], b[field])) return field
  if (!isSameUsage(a.usage, b.usage)) return 'usage'
  const isSame = a.blocks.length === b.blocks.length && a.blocks.every((block, i) => isSameBlock(block, b.blocks[i]!))
  return isSame ? null : 'blocks'
}

function isSameUsage(a: GistUsage | null, b: GistUsage | null): boolean {
  if (a === null || b === null) return a === b
  return a.input === b.input && a.cacheWrite === b.cacheWrite && a.cacheRead === b.cacheRead && a.output === b.output
}

function isSameBlock(a: GistBlock, b: GistBlock): boolean {
  switch (a.kind) {
    case 'text':
    case 'thinking':
      return a.kind === b.kind && a.hint === b.hint
    case 'tool_use':
      return a.kind === b.kind && a.id === b.id && a.name === b.name && a.hint === b.hint
    case 'tool_result':
      return a.kind === b.kind && a.callId === b.callId && a.isError === b.isError
    case 'other':
      return a.kind === b.kind
    default:
      return a satisfies never
  }
}
