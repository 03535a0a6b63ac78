import { tellingResultKeys } from './tellingResultKeys'

/**
 * The keys that are read, by the object they stand in. Both walks know a key by its place in its list, and a record's ids and other
 * short texts come first.
 */
export const scanGistWanted = {
  record: [
    'uuid',
    'parentUuid',
    'sessionId',
    'agentId',
    'requestId',
    'cwd',
    'version',
    'gitBranch',
    'type',
    'timestamp',
    'isSidechain',
    'message',
    'toolUseResult',
    'isApiErrorMessage',
    'toolDenialKind',
    'isMeta',
    'origin',
    'isCompactSummary',
    'promotedFrom',
  ],
  result: tellingResultKeys,
  message: ['id', 'model', 'stop_reason', 'content', 'usage'],
  usage: ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens'],
  block: ['type', 'text', 'thinking', 'id', 'name', 'input', 'tool_use_id', 'is_error'],
} as const
