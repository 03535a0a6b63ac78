import { unusualPlaces, variablesForRoot } from '../roots'
import type { Variables } from '../settingsFromEnvironment'
import { ownWord } from './ownWord'
import { pasteCommand } from './pasteCommand'
import { programVariable } from './programFinder'

export interface ActPlace {
  readonly provider: string
  /** The product's folder as it is read here; null: none is. */
  readonly root: string | null
  /** Where the conversation worked; null: not known. */
  readonly folder: string | null
  readonly env: Variables
}

export interface ActCommands {
  product(argv: readonly string[]): string
  /** Words of ours, without the program. */
  own(words: readonly string[]): string
}

/** A shell elsewhere knows neither the folder nor where the product's files lie: without both a command finds no such session. */
export function actCommands({ provider, root, folder, env }: ActPlace): ActCommands {
  const variables = { ...unusualPlaces(provider, env), ...(root === null ? {} : variablesForRoot(provider, root, env)) }
  return {
    product: (argv) => pasteCommand({ argv, variables, folder }),
    own: (words) => pasteOwnCommand({ provider, variables, env, words }),
  }
}

interface OwnCommand {
  readonly provider: string
  /** Where the product's files lie. */
  readonly variables: Readonly<Record<string, string>>
  readonly env: Variables
  readonly words: readonly string[]
}

/** A command of ours, which finds the folder by itself. */
export function pasteOwnCommand({ provider, variables, env, words }: OwnCommand): string {
  const own = ['UNDERSTORY_HOME', programVariable(provider)]
  const set = Object.fromEntries(own.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  return pasteCommand({ argv: [ownWord(env), ...words], variables: { ...variables, ...set }, folder: null })
}
