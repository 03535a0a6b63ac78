import type { CommandContext } from '../command'

/** A command of ours as it works in any shell. */
export async function ownCommand(context: CommandContext, provider: string, words: readonly string[]): Promise<string> {
  const [{ pasteOwnCommand }, { unusualPlaces }] = await Promise.all([
    import('../../engine/drive/actCommands'),
    import('../../engine/roots'),
  ])
  const { env } = context
  return pasteOwnCommand({ provider, variables: unusualPlaces(provider, env), env, words })
}
