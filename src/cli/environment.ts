/** How the terminal wants to be written to. Read without touching the engine, so that help stays quick. */
export interface TerminalSettings {
  readonly columns: number | null
  readonly wantsColour: (isTerminal: boolean) => boolean
}

type Variables = Readonly<Record<string, string | undefined>>

export function terminalFromEnvironment(env: Variables): TerminalSettings {
  const columns = /^\d{1,4}$/.test(env['COLUMNS'] ?? '') ? Number(env['COLUMNS']) : 0
  const force = env['FORCE_COLOR']
  const forced = force !== undefined && force !== '0' && force !== 'false'
  const refused = (env['NO_COLOR'] ?? '') !== '' || force === '0' || force === 'false'
  return {
    columns: columns >= 20 ? columns : null,
    wantsColour: (isTerminal) => !refused && (forced || (isTerminal && env['TERM'] !== 'dumb')),
  }
}
