/** What a tool does, as far as its name tells: it decides the icon and how input and output are shown. */
export type ToolKind = 'read' | 'edit' | 'write' | 'shell' | 'search' | 'agent' | 'web' | 'todo' | 'question' | 'other'

const names: readonly (readonly [RegExp, ToolKind])[] = [
  [/todo|update_?plan/, 'todo'],
  [/^(multi_?edit|edit|notebookedit|apply_?patch|patch|str_?replace.*)$/, 'edit'],
  [/^(write|create_?file|write_?file)$/, 'write'],
  [/^(bash.*|shell.*|exec.*|local_shell|kill_?(bash|shell)|terminal|powershell)$/, 'shell'],
  [/^web|fetch/, 'web'],
  [/^(grep|glob|ls|list.*|find.*|search.*|tool_?search|rg)$/, 'search'],
  [/^(task|agent|spawn_?agent|subagent|send_?message|wait|taskoutput|agentoutput)$/, 'agent'],
  [/^(read|notebookread|view|cat|view_?image|read_?file)$/, 'read'],
  [/^(ask_?user_?question|question)$/, 'question'],
]

export function toolKind(name: string): ToolKind {
  const lower = name.toLowerCase()
  return names.find(([pattern]) => pattern.test(lower))?.[1] ?? 'other'
}

const icons: Readonly<Record<ToolKind, string>> = {
  read: 'k-read',
  edit: 'k-edit',
  write: 'k-write',
  shell: 'k-bash',
  search: 'k-search',
  agent: 'k-agent',
  web: 'k-web',
  todo: 'k-todo',
  question: 'k-prompt',
  other: 'settings',
}

export function toolIcon(name: string): string {
  return icons[toolKind(name)]
}
