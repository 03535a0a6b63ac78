/** How long the tools' results are: `short` as in most sessions seen, `long` as where whole files are read (PERF: mean line 7.7 KB). */
const RESULT_CHARS = { short: 750, long: 4200 }
const LONGEST_RESULT = 160_000

/** One thread's records: prompts, answers, tool calls and results, until `target` bytes are written and all `children` are started. */
export class Conversation {
  tools = 0
  output = 0
  #writer
  #chance
  #plan
  #cacheRead

  /** `plan`: model, target, children, isMain, isRunning, lines ('short' | 'long'), prompt, spawn. */
  constructor(writer, chance, plan) {
    this.#writer = writer
    this.#chance = chance
    this.#plan = plan
    this.#cacheRead = chance.int(8_000, 20_000)
  }

  write() {
    const { children, target, isRunning, prompt } = this.#plan
    this.#writer.say({ type: 'user', message: { role: 'user', content: prompt } })
    let started = 0
    const step = target / (children.length + 1)
    while (this.#writer.bytes < target || started < children.length) {
      const isDue = this.#writer.bytes >= step * (started + 1) || this.#writer.bytes >= target
      if (started < children.length && isDue) {
        const batch = children.slice(started, started + this.#chance.int(1, 3))
        started += batch.length
        this.#startAgents(batch)
      } else this.#work()
    }
    const last = this.#chance.prose(300)
    if (isRunning) this.#answer([{ type: 'tool_use', id: this.#callId(), name: 'Bash', input: { command: 'npm test' } }])
    else this.#answer([{ type: 'text', text: last }])
    return isRunning ? '' : last
  }

  #callId() {
    return `toolu_${this.#chance.hex(24)}`
  }

  /** One response: a line per block, the same message id, placeholders in its usage until the last line. */
  #answer(blocks) {
    const { model } = this.#plan
    const id = `msg_${this.#chance.hex(22)}`
    const requestId = `req_${this.#chance.hex(22)}`
    const written = this.#chance.int(100, 4000)
    const output = this.#chance.int(40, 1800)
    blocks.forEach((block, i) => {
      const isLast = i === blocks.length - 1
      const usage = {
        input_tokens: 4,
        cache_creation_input_tokens: written,
        cache_read_input_tokens: this.#cacheRead,
        cache_creation: { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0 },
        output_tokens: isLast ? output : 2,
        service_tier: 'standard',
      }
      const stop = isLast ? (block.type === 'tool_use' ? 'tool_use' : 'end_turn') : null
      const head = { model, id, type: 'message', role: 'assistant' }
      this.#writer.say({
        message: { ...head, content: [block], stop_reason: stop, stop_sequence: null, usage },
        requestId,
        type: 'assistant',
      })
    })
    this.#cacheRead = this.#cacheRead > 170_000 ? 25_000 : this.#cacheRead + written
    this.output += output
  }

  #result(call, content, toolUseResult, isError = false) {
    const block = { tool_use_id: call, type: 'tool_result', content, ...(isError ? { is_error: true } : {}) }
    this.#writer.say({ type: 'user', message: { role: 'user', content: [block] }, ...(toolUseResult ? { toolUseResult } : {}) })
  }

  /** Several calls in one response; their results come back in the opposite order. */
  #startAgents(batch) {
    const calls = batch.map((agent) => ({
      type: 'tool_use',
      id: this.#callId(),
      name: 'Agent',
      input: {
        description: agent.description,
        prompt: agent.prompt,
        subagent_type: agent.type,
        ...(agent.isBackground ? { run_in_background: true } : {}),
      },
    }))
    this.#answer([{ type: 'text', text: this.#chance.prose(120) }, ...calls])
    const began = this.#writer.at
    const ends = batch.map((agent, i) => this.#plan.spawn(agent, calls[i].id, began))
    this.#writer.at = Math.max(began, ...ends.map((end) => end.at)) + 1000
    for (let i = batch.length - 1; i >= 0; i--) this.#returnAgent(batch[i], calls[i].id, ends[i])
  }

  #returnAgent(agent, call, end) {
    const { description, prompt, id } = agent
    if (agent.isBackground) {
      const text = `Async agent launched successfully.\nagentId: ${id}`
      const launched = { isAsync: true, status: 'async_launched', agentId: id, description, prompt }
      this.#result(call, [{ type: 'text', text }], launched)
    } else if (!agent.isRunning) {
      const content = [{ type: 'text', text: end.said }]
      // Only the main thread's results name the agent (2.1.172 and later): below it the meta file is the one link.
      const named = { status: 'completed', prompt, agentId: id, content, totalTokens: end.output, totalToolUseCount: end.tools }
      this.#result(call, content, this.#plan.isMain ? named : null)
    }
  }

  #work() {
    const chance = this.#chance
    const thinking =
      chance.next() < 0.3 ? [{ type: 'thinking', thinking: chance.prose(chance.int(80, 1500)), signature: chance.hex(80) }] : []
    if (chance.next() < 0.12) return this.#talk(thinking)
    const longest = chance.next() < 0.01 ? LONGEST_RESULT : 30_000
    const size =
      longest === LONGEST_RESULT
        ? chance.int(60_000, longest)
        : Math.min(longest, chance.size(RESULT_CHARS[this.#plan.lines], 1.1))
    this.tools++
    chance.pick([this.#read, this.#read, this.#run, this.#run, this.#edit, this.#search]).call(this, thinking, size)
  }

  #talk(thinking) {
    const chance = this.#chance
    const text = `${chance.prose(chance.int(200, 2500))}\n\n\`\`\`ts\n${chance.code(chance.int(100, 900))}\`\`\`\n`
    this.#answer([...thinking, { type: 'text', text }])
    if (!this.#plan.isMain) return
    this.#writer.say({ type: 'system', subtype: 'turn_duration', durationMs: chance.int(1000, 90_000), isMeta: false })
    this.#writer.say({ type: 'user', message: { role: 'user', content: chance.prose(chance.int(20, 400)) } })
  }

  #call(thinking, name, input) {
    const id = this.#callId()
    this.#answer([...thinking, { type: 'tool_use', id, name, input }])
    return id
  }

  #read(thinking, size) {
    const filePath = `/src/${this.#chance.word()}.ts`
    const call = this.#call(thinking, 'Read', { file_path: filePath })
    const content = this.#chance.code(size)
    const file = { filePath, content, numLines: 80, startLine: 1, totalLines: 80 }
    this.#result(call, content, { type: 'text', file })
  }

  #run(thinking, size) {
    const call = this.#call(thinking, 'Bash', { command: `npm test -- ${this.#chance.word()}`, description: 'Run the tests' })
    const stdout = this.#chance.prose(size)
    const isError = this.#chance.next() < 0.06
    this.#result(call, stdout, isError ? `Error: ${stdout}` : { stdout, stderr: '', interrupted: false, isImage: false }, isError)
  }

  #edit(thinking, size) {
    const chance = this.#chance
    const filePath = `/src/${chance.word()}.ts`
    const [oldString, newString] = [chance.code(chance.int(80, 800)), chance.code(chance.int(80, 900))]
    const call = this.#call(thinking, 'Edit', { file_path: filePath, old_string: oldString, new_string: newString })
    const structuredPatch = [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 4, lines: [' a', '-b', '+c', '+d'] }]
    const originalFile = chance.code(Math.min(size * 2, 20_000))
    this.#result(call, `The file ${filePath} has been updated.`, {
      filePath,
      oldString,
      newString,
      originalFile,
      structuredPatch,
    })
  }

  #search(thinking, size) {
    const call = this.#call(thinking, 'Grep', { pattern: this.#chance.word(), output_mode: 'content' })
    const content = this.#chance.prose(Math.min(size, 10_000))
    this.#result(call, content, { mode: 'content', numFiles: 3, filenames: [], content, numLines: 30 })
  }
}
