import { AgentKey, RunUri } from '../../shared/ids'

/** How a watch names what is gone: `<run> <agent>`. */
export interface RemovedName {
  readonly run: RunUri
  readonly key: AgentKey
}

export function splitName(name: string): RemovedName {
  const space = name.indexOf(' ')
  return { run: RunUri.parse(name.slice(0, space)), key: AgentKey.parse(name.slice(space + 1)) }
}

export function rootKeyOf(run: RunUri): AgentKey {
  return AgentKey.parse(run.slice(run.indexOf('://') + 3))
}

/** A run whose root is gone is gone. */
export function isRootName(run: RunUri, key: string): boolean {
  return run.endsWith(`://${key}`)
}

export function goneRuns(names: readonly string[]): RunUri[] {
  return names.flatMap((name) => {
    const { run, key } = splitName(name)
    return isRootName(run, key) ? [run] : []
  })
}
