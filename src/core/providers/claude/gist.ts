/** One content block, as much of it as the tree needs. */
export type GistBlock =
  /** `hint`: the first line of the text, at most 80 UTF-16 units. */
  | { readonly kind: 'text' | 'thinking'; readonly hint: string }
  /** `hint`: the value of the first key of `input` when it is a string: its first line, at most 80 UTF-16 units; else ''. */
  | { readonly kind: 'tool_use'; readonly id: string; readonly name: string; readonly hint: string }
  | { readonly kind: 'tool_result'; readonly callId: string; readonly isError: boolean }
  /** image, document, server_tool_use, …: counted, not understood. */
  | { readonly kind: 'other' }

export interface GistUsage {
  readonly input: number
  readonly cacheWrite: number
  readonly cacheRead: number
  readonly output: number
}

/**
 * What one transcript line says about the tree, without its text. Two readers make it (`scanGist`, JSON.parse + `parseGist`) and both
 * must make the same one; `whole` is the exception: scan leaves it out where the rest is enough.
 */
export interface Gist {
  /** The record's own word: user, assistant, system, attachment, queue-operation, … ; '' when it has none. */
  readonly type: string
  readonly uuid: string | null
  readonly parentUuid: string | null
  /** Milliseconds since the epoch; NaN where the record has no valid timestamp. */
  readonly at: number
  readonly sessionId: string | null
  readonly agentId: string | null
  readonly cwd: string | null
  readonly version: string | null
  readonly branch: string | null
  readonly isSidechain: boolean
  readonly isApiError: boolean
  readonly messageId: string | null
  readonly requestId: string | null
  readonly model: string | null
  readonly stopReason: string | null
  readonly usage: GistUsage | null
  readonly blocks: readonly GistBlock[]
  /** The parsed record: always there when `needsWhole` says so, perhaps there otherwise. */
  readonly whole: Readonly<Record<string, unknown>> | null
}
