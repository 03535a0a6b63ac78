import { quoteCommand } from '../../core/drive/quoteCommand'

export interface PastedCommand {
  /** Program first. */
  readonly argv: readonly string[]
  readonly variables: Readonly<Record<string, string>>
  /** Where it must be run; null: anywhere. */
  readonly folder: string | null
}

/** One line that does the same in any shell of the POSIX kind, whatever is set there. */
export function pasteCommand({ argv, variables, folder }: PastedCommand): string {
  const place = folder === null ? '' : `cd ${quoteCommand([folder])} && `
  const named = Object.entries(variables).map(([name, value]) => `${name}=${quoteCommand([value])} `)
  return `${place}${named.join('')}${quoteCommand(argv)}`
}
