/**
 * Tools that never start, steer or end an agent and never ask the user. Everything else (Agent, Task, SendMessage, Workflow,
 * AskUserQuestion, every mcp__ tool, every tool of tomorrow) is read whole: a tool missing here costs time, one too many costs a branch.
 */
export const plainTools: ReadonlySet<string> = new Set([
  'Bash',
  'BashOutput',
  'Edit',
  'EnterPlanMode',
  'ExitPlanMode',
  'Glob',
  'Grep',
  'KillBash',
  'KillShell',
  'LS',
  'MultiEdit',
  'NotebookEdit',
  'NotebookRead',
  'Read',
  'Skill',
  'TodoRead',
  'TodoWrite',
  'ToolSearch',
  'WebFetch',
  'WebSearch',
  'Write',
])
