import type { CommandContext } from '../command'

/** A command of ours as it works in any shell. */
export async function ownCommand(context: CommandContext, provider: string, words: readonly string[]): Promise<string> {
  const [{ ownWord }, { pasteCommand }, { unusualPlaces }, { programVariable }] = await Promise.all([
    import('../../engine/drive/ownWord'),
    import('../../engine/drive/pasteCommand'),
    import('../../engine/roots'),
    import('../../engine/drive/programFinder'),
  ])
  const { env } = context
  const own = ['UNDERSTORY_HOME', programVariable(provider)]
  const set = Object.fromEntries(own.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  return pasteCommand({
    argv: [ownWord(env), ...words],
    variables: { ...unusualPlaces(provider, env), ...set },
    folder: null,
  })
}
