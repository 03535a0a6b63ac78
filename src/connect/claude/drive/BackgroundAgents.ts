import { asId, asObject, type Json } from '../../../core/readJson'

/** Shells and monitors may run for good: nobody waits for their end. */
const AGENTS = new Set(['local_agent', 'local_workflow'])
const OVER = new Set(['completed', 'failed', 'killed', 'stopped'])

/** Agents that go on after the turn that started them. */
export class BackgroundAgents {
  readonly #running = new Set<string>()
  /** Of those that it named as a whole. */
  #listed: ReadonlySet<string> = new Set()
  readonly #over = new Set<string>()
  /** It says of each agent when it begins and ends. Older releases say that it was started, and no more. */
  #tellsTasks = false
  #isNoticeDue = false

  isAtWork(): boolean {
    return this.#running.size > 0 || this.#isNoticeDue
  }

  /** Of these no line will tell the end. */
  untold(): readonly string[] {
    return this.#tellsTasks ? [] : [...this.#running]
  }

  /** One is over, and the session is told so in a turn that has not begun. */
  isNoticeDue(): boolean {
    return this.#isNoticeDue
  }

  /** That turn has begun, or does not come. */
  noticed(): void {
    this.#isNoticeDue = false
  }

  /** Nothing more is told of it, and nothing follows. */
  lose(agent: string): void {
    this.#running.delete(agent)
    this.#over.add(agent)
  }

  /** The agent that is over by it, in the background or not. */
  hear(line: Json): string | null {
    const agent = asId(line['task_id'])
    switch (line['subtype']) {
      case 'task_started':
        this.#tellsTasks = true
        if (agent !== null) this.#over.delete(agent)
        if (agent !== null && AGENTS.has(String(line['task_type'])) && line['is_backgrounded'] === true) this.#running.add(agent)
        return null
      case 'task_updated':
        return OVER.has(String(asObject(line['patch'])?.['status'])) ? this.#end(agent) : null
      case 'task_notification':
        return this.#end(agent)
      case 'background_tasks_changed':
        this.#list(line['tasks'])
        return null
      default:
        return null
    }
  }

  /** What a call came to: `async_launched` stands for one that goes on. */
  hearResult(result: Json | null): void {
    const agent = asId(result?.['agentId'])
    if (agent === null || result?.['status'] !== 'async_launched' || this.#over.has(agent)) return
    this.#running.add(agent)
  }

  #end(agent: string | null): string | null {
    if (agent === null) return null
    this.#over.add(agent)
    if (this.#running.delete(agent)) this.#isNoticeDue = true
    return agent
  }

  #list(tasks: unknown): void {
    this.#tellsTasks = true
    const all = Array.isArray(tasks) ? tasks.map(asObject) : []
    const listed = new Set(
      all.flatMap((task) => (AGENTS.has(String(task?.['task_type'])) ? (asId(task?.['task_id']) ?? []) : [])),
    )
    for (const agent of listed) if (!this.#over.has(agent)) this.#running.add(agent)
    // One that was never listed may be an agent's own.
    const gone = listed.size === 0 ? [...this.#running] : [...this.#listed].filter((agent) => !listed.has(agent))
    for (const agent of gone) this.#end(agent)
    this.#listed = listed
  }
}
