/** Stands where the port will, until the moment at which one is chosen. */
export const PORT = 'PORT'

/** This machine alone, and behind a password. */
export const LISTENING: readonly string[] = ['--hostname', '127.0.0.1', '--port', PORT]

export const SERVE: readonly string[] = ['serve', ...LISTENING]

export function withPort(argv: readonly string[], port: number): readonly string[] {
  const at = argv.indexOf(PORT, argv.indexOf('--port'))
  return argv.map((word, index) => (index === at ? `${port}` : word))
}
