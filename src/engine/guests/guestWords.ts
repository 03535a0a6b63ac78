import { type Correction, type Corrections, correctionsStamp } from '../../core/model/corrections'
import type { Run } from '../../core/model/run'
import type { ProviderRoot } from '../providerRoot'

/** A session's id without its product. */
export function idOfSession(uri: string): string {
  return uri.slice(uri.indexOf('://') + 3)
}

/** A person said that this session is none of this run's. */
export function isRefused(corrections: Corrections, uri: string): boolean {
  const kind = wordOn(corrections, uri)?.kind
  return kind === 'unlink' || kind === 'hide'
}

/** A person said where in this run it stands. */
export function isPlaced(corrections: Corrections, uri: string): boolean {
  return corrections.get(uri)?.kind === 'place'
}

export function placedIn(corrections: Corrections): readonly string[] {
  return [...corrections.keys()].filter((name) => name.includes('://') && isPlaced(corrections, name))
}

/** A person gave it to another run: here it stands no longer, whatever speaks for it. */
export function isPlacedElsewhere({ links }: ProviderRoot, run: Run, uri: string): boolean {
  const hosts = new Set(links.acts().flatMap((act) => (act.agent.id === uri && act.run !== run.uri ? act.run : [])))
  return [...hosts].some((host) => isPlaced(links.corrections(host), uri))
}

/** Another one whenever a person has said something that may bring or take away a guest of this run. */
export function guestWordsStamp({ links }: ProviderRoot, run: Run): string {
  const said = links.acts().filter(({ agent, undone }) => !undone && agent.id?.includes('://'))
  if (said.length === 0 && run.corrections.size === 0) return ''
  return `${correctionsStamp(run.corrections)} ${JSON.stringify(said.map(({ run: host, agent, change }) => [host, agent.id, change.kind]))}`
}

/** Of words said before sessions were named by their address, too. */
function wordOn(corrections: Corrections, uri: string): Correction | undefined {
  return corrections.get(uri) ?? corrections.get(idOfSession(uri))
}
