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
  const rest = wordsAfter(argv)
  if (!rest) return false
  const command = commandOf(rest)
  if (command !== undefined && NO_HOLDERS.has(command)) return false
  return !(command === 'run' && rest.some((word) => /^--attach(=|$)/.test(word)))
}

const SERVERS: ReadonlySet<string> = new Set(['serve', 'web', 'acp'])

/** A server holds whatever folder its clients ask for. */
export function isForAnyFolder(argv: readonly string[]): boolean {
  return SERVERS.has(commandOf(wordsAfter(argv) ?? []) ?? '')
}

function wordsAfter(argv: readonly string[]): readonly string[] | null {
  const at = argv.slice(0, 3).findIndex((word) => /(^|[/\\])opencode(\.exe)?$/.test(word))
  return at < 0 ? null : argv.slice(at + 1)
}

function commandOf(words: readonly string[]): string | undefined {
  return words.find((word) => !word.startsWith('-'))
}
