/** Arguments of a call; a function is given what the earlier calls of the conversation returned, oldest first. */
type CallInput = Readonly<Record<string, unknown>> | ((returned: readonly string[]) => Readonly<Record<string, unknown>>)

export interface ScriptedCall {
  readonly tool: string
  readonly input: CallInput
}

/** What the model says next, in short form. */
export type ScriptBlock = string | { readonly thinking: string } | { readonly shell: string } | ScriptedCall

/** As the OpenAI protocols count: `input` holds the cached tokens, `output` those of the reasoning. */
export interface TokenCount {
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly reasoning: number
}

/** One answer of the model: blocks, or an error. */
export interface ScriptStep {
  readonly blocks?: readonly ScriptBlock[]
  /** `status`: refused before it begins; without one it breaks off after its blocks. */
  readonly error?: { readonly status?: number; readonly message: string }
  /** Said only when the test opens this gate; until then the client waits. */
  readonly gate?: string
  readonly delayMs?: number
}

/** What one conversation says: chosen by the newest text addressed to it that contains `prompt`. */
export interface ScriptRoute {
  readonly name: string
  readonly prompt: string
  readonly steps: readonly ScriptStep[]
  /** Said when the steps are used up. */
  readonly overflow?: ScriptStep
}

export interface ScriptScenario {
  readonly name: string
  /** The text that starts it. */
  readonly prompt: string
  readonly routes: readonly ScriptRoute[]
}

/** One turn of a conversation, whatever the protocol calls it. */
export type Turn =
  | { readonly kind: 'asked'; readonly text: string }
  | { readonly kind: 'answered' }
  | { readonly kind: 'returned'; readonly text: string }

const EXHAUSTED: ScriptStep = { blocks: ['(nothing more in the script)'] }

/**
 * The answer to a conversation. The newest text that a route knows decides the route, the number of answers after it the
 * step: parallel agents, resumed and forked conversations all work without a memory.
 */
export function chooseAnswer(
  routes: readonly ScriptRoute[],
  turns: readonly Turn[],
): { readonly route: string; readonly step: ScriptStep } | null {
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    const turn = turns[index]
    const route = turn?.kind === 'asked' ? routes.find(({ prompt }) => turn.text.includes(prompt)) : undefined
    if (!route) continue
    const answered = turns.slice(index + 1).filter(({ kind }) => kind === 'answered').length
    return { route: route.name, step: route.steps[answered] ?? route.overflow ?? EXHAUSTED }
  }
  return null
}
