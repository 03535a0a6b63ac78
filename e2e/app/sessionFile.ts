/** Where a made-up session of a project keeps its transcripts. */
export function sessionFile(project: string, session: string, agent: string | null = null): string {
  const folder = `projects/-home-dev-${project}`
  return agent === null ? `${folder}/${session}.jsonl` : `${folder}/${session}/subagents/agent-${agent}.jsonl`
}
