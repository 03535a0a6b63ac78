/** The name of the session and, where releases read it, the agent that its persona comes from. The title is the last line. */
export function closingLines(session: string, title: string, setting: string | null): readonly string[] {
  const agent = setting === null ? [] : [{ type: 'agent-setting', agentSetting: setting, sessionId: session }]
  return [...agent, { type: 'custom-title', customTitle: title, sessionId: session }].map((line) => `${JSON.stringify(line)}\n`)
}
