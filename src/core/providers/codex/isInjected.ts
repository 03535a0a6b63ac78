/** Texts that the harness puts in the user's mouth: never a prompt. */
const STARTS: readonly string[] = [
  '# AGENTS.md instructions',
  '<INSTRUCTIONS>',
  '<user_instructions>',
  '<environment_context>',
  '<environments>',
  '<permissions instructions>',
  '<collaboration_mode>',
  '<personality_spec>',
  '<model_switch>',
  '<skill>',
  '<skills_instructions>',
  '<apps_instructions>',
  '<plugins_instructions>',
  '<subagent_notification>',
  '<subagents>',
  '<turn_aborted>',
  '<user_action>',
  '<user_shell_command>',
  '<hook_prompt',
  '<realtime_conversation>',
  'Warning: apply_patch was requested via ',
]

/** `kind` is what later releases say a part is. */
export function isInjected(text: string, kind: string | null): boolean {
  if (kind !== null && kind !== 'unknown') return !kind.startsWith('user.')
  const start = text.trimStart()
  return STARTS.some((word) => start.startsWith(word))
}
