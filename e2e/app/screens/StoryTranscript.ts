type Fields = Readonly<Record<string, unknown>>

export interface Who {
  readonly session: string
  readonly agent: string | null
  readonly cwd: string
  readonly branch: string
  readonly model: string
  /** When second 0 of the story is, ms since the epoch. */
  readonly startMs: number
}

/** One transcript of a made-up story, told record by record as the product writes them. Seconds count from the story's start. */
export class StoryTranscript {
  readonly lines: string[] = []
  private readonly who: Who

  constructor(who: Who) {
    this.who = who
  }

  get text(): string {
    return `${this.lines.join('\n')}\n`
  }

  bare(fields: Fields): this {
    this.lines.push(JSON.stringify({ ...fields, sessionId: this.who.session }))
    return this
  }

  prompt(at: number, content: unknown, fields: Fields = {}): this {
    return this.record(at, { type: 'user', message: { role: 'user', content }, ...fields })
  }

  /** `tokens`: what this response is said to have cost, mostly read from the cache. */
  say(at: number, content: readonly Fields[], stop: string, tokens = 2_000): this {
    const usage = {
      input_tokens: Math.round(tokens * 0.02),
      cache_creation_input_tokens: Math.round(tokens * 0.13),
      cache_read_input_tokens: Math.round(tokens * 0.75),
      output_tokens: Math.round(tokens * 0.1),
    }
    const id = `msg_${this.who.agent ?? 'main'}_${this.lines.length}`
    const message = { id, type: 'message', role: 'assistant', model: this.who.model, content, stop_reason: stop, usage }
    return this.record(at, { type: 'assistant', requestId: `req_${id}`, message })
  }

  answer(at: number, text: string, tokens?: number): this {
    return this.say(at, [{ type: 'text', text }], 'end_turn', tokens)
  }

  speak(at: number, text: string, tokens?: number): this {
    return this.say(at, [{ type: 'text', text }], 'tool_use', tokens)
  }

  think(at: number, thinking: string): this {
    return this.say(at, [{ type: 'thinking', thinking, signature: 'none' }], 'tool_use')
  }

  call(at: number, id: string, name: string, input: Fields, tokens?: number): this {
    return this.say(at, [{ type: 'tool_use', id, name, input }], 'tool_use', tokens)
  }

  result(at: number, id: string, content: unknown, toolUseResult: unknown = null, fields: Fields = {}): this {
    const block = { type: 'tool_result', tool_use_id: id, content, ...fields }
    return this.prompt(at, [block], toolUseResult === null ? {} : { toolUseResult })
  }

  tool(at: number, seconds: number, name: string, input: Fields, output: string): this {
    const id = `toolu_${this.who.agent ?? 'main'}_${this.lines.length}`
    return this.call(at, id, name, input).result(at + seconds, id, output)
  }

  fail(at: number, text: string): this {
    const message = { id: `msg_error_${this.lines.length}`, role: 'assistant', model: '<synthetic>', type: 'message' }
    const content = [{ type: 'text', text }]
    const usage = { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 }
    return this.record(at, {
      type: 'assistant',
      isApiErrorMessage: true,
      error: 'server_error',
      message: { ...message, content, stop_reason: 'stop_sequence', usage },
    })
  }

  private record(at: number, fields: Fields): this {
    const { session, agent, cwd, branch, startMs } = this.who
    const own = agent === null ? { isSidechain: false } : { isSidechain: true, agentId: agent }
    const common = { parentUuid: null, ...own, cwd, gitBranch: branch, sessionId: session, version: '2.1.327' }
    const timestamp = new Date(startMs + at * 1000).toISOString()
    this.lines.push(JSON.stringify({ ...common, uuid: `${agent ?? session}-${this.lines.length}`, timestamp, ...fields }))
    return this
  }
}
