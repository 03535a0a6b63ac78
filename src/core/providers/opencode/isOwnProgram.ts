/** Programs that read or change something and are done, or that only show what another process does. */
const NO_HOLDERS: ReadonlySet<string> = new Set([
  'attach',
  'auth',
  'completion',
  'db',
  'debug',
  'export',
  'import',
  'mcp',
  'models',
  'plugin',
  'providers',
  'session',
  'stats',
  'uninstall',
  'upgrade',
])

/** Whether it can hold sessions: the program itself, `run`, `serve`, `web`, `acp`. A starter's script may stand before it. */
export function isOwnProgram(argv: readonly string[]): boolean {
  const at = argv.slice(0, 3).findIndex((word) => /(^|[/\\])opencode(\.exe)?$/.test(word))
  if (at < 0) return false
  const rest = argv.slice(at + 1)
  const command = rest.find((word) => !word.startsWith('-'))
  if (command !== undefined && NO_HOLDERS.has(command)) return false
  return !(command === 'run' && rest.some((word) => /^--attach(=|$)/.test(word)))
}
