import type { AgentEvent } from '../event'

/** After a line's start or a shell's joint: variables, wrappers and a path may stand before the program. */
const START = /(?:^|[\n;&|(`]|\$\(|: )\s*/.source
const WRAPPERS = /(?:[A-Za-z_]\w*=\S*\s+|(?:env|nohup|exec|time|command|sudo|npx|bunx|timeout\s+\S+)\s+)*/.source

const SESSIONS: readonly { readonly provider: string; readonly pattern: RegExp }[] = [
  { provider: 'codex', pattern: /(?:[^\s;&|]*\/)?codex\s+(?:-\S+\s+)*(?:exec|e|review)\b/ },
  { provider: 'opencode', pattern: /(?:[^\s;&|]*\/)?opencode\s+(?:-\S+\s+)*run\b/ },
  { provider: 'claude', pattern: /(?:[^\s;&|]*\/)?claude\s+(?:[^;&|\n]*\s)?(?:-p|--print)\b/ },
].map(({ provider, pattern }) => ({ provider, pattern: new RegExp(`${START}${WRAPPERS}${pattern.source}`) }))

/** Which product a shell command starts a session of; null: of none that is known. */
export function launchOf(command: string): string | null {
  return SESSIONS.find(({ pattern }) => pattern.test(command))?.provider ?? null
}

type ToolCalled = Extract<AgentEvent, { kind: 'tool_called' }>

/** What to say besides a tool call whose label shows a command that starts a session. */
export function launchBy({ thread, call, label, at }: ToolCalled): AgentEvent | null {
  const provider = launchOf(label)
  return provider === null ? null : { kind: 'session_launched', thread, call, provider, command: label, at }
}
