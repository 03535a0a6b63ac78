/** What the model says next, in short form. A list of tools: the first one that the client offers is called. */
export type Block =
  | string
  | { readonly thinking: string }
  | { readonly tool: string | readonly string[]; readonly input: Readonly<Record<string, unknown>> }

export interface ModelUsage {
  readonly input_tokens?: number
  readonly cache_creation_input_tokens?: number
  readonly cache_read_input_tokens?: number
  readonly output_tokens?: number
}

export interface ModelError {
  readonly status: number
  readonly type: string
  readonly message: string
  readonly shouldRetry?: boolean
}

/** One answer of the model: blocks, or an error. */
export interface Step {
  readonly blocks?: readonly Block[]
  readonly error?: ModelError
  readonly delayMs?: number
  readonly usage?: ModelUsage
  /** Said only when the test opens this gate; until then the client waits. */
  readonly gate?: string
}

/** What one conversation says. It is chosen by the newest user text that contains `prompt`; so no state is kept. */
export interface Route {
  readonly name: string
  readonly prompt: string
  readonly steps: readonly Step[]
  /** Said when the steps are used up. */
  readonly overflow?: Step
}

export interface Scenario {
  readonly name: string
  /** The text that starts it. */
  readonly prompt: string
  /** Files the project needs, by path. */
  readonly files?: Readonly<Record<string, string>>
  readonly delayMs: number
  readonly usage?: ModelUsage
  readonly routes: readonly Route[]
}

export interface ApiBlock {
  readonly type: string
  readonly text?: string
  readonly thinking?: string
}

export interface ApiMessage {
  readonly role: string
  readonly content: string | readonly ApiBlock[]
}

/** The parts of a request to the Messages API that matter here. */
export interface ApiRequest {
  readonly model?: string
  readonly stream?: boolean
  readonly system?: unknown
  readonly messages?: readonly ApiMessage[]
  readonly tools?: readonly { readonly name?: string }[]
}

/** What a person or a parent agent really wrote: no tool results, no injected reminders. */
function writtenTexts(message: ApiMessage): string[] {
  if (message.role !== 'user') return []
  const blocks = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
  return blocks
    .flatMap((block) => (block.type === 'text' && block.text ? [block.text] : []))
    .map((text) => text.replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '').trim())
    .filter((text) => text !== '')
}

/**
 * The answer to a request. The newest text that a route knows decides the route, the number of answers after it the step:
 * parallel agents, resumed sessions and notifications all work without a memory.
 */
export function chooseStep(scenario: Scenario, request: ApiRequest): { readonly route: string | null; readonly step: Step } {
  const messages = request.messages ?? []
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index]
    const texts = message ? writtenTexts(message) : []
    const route = scenario.routes.find((candidate) => texts.some((text) => text.includes(candidate.prompt)))
    if (!route) continue
    const answered = messages.slice(index + 1).filter((later) => later.role === 'assistant').length
    return { route: route.name, step: route.steps[answered] ?? route.overflow ?? { blocks: ['(nothing more in the scenario)'] } }
  }
  // Titles, summaries and other helpers that no scenario knows.
  return { route: null, step: { blocks: ['ok'], delayMs: 0 } }
}
