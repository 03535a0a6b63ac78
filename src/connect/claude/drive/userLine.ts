/** One message of a person. Its `uuid` comes back wherever the CLI speaks of it. */
export function userLine(text: string, uuid: string): string {
  const message = { role: 'user', content: text }
  return JSON.stringify({ type: 'user', message, parent_tool_use_id: null, session_id: '', uuid })
}
