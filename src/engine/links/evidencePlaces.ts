import type { EvidenceFact } from '../../core/model/linkNode'
import type { Run } from '../../core/model/run'
import type { LinkRow } from '../../shared/views'

type Place = LinkRow['evidence'][number]['source']
export type FindPlace = (evidence: EvidenceFact, agent: string | null) => Place

/** Where evidence was read. Asked for one run at a time: facts carry a line, their source is looked up instead of kept with each. */
export function evidencePlaces(run: Run): FindPlace {
  const places = new Map<object, Place>()
  const sources = [...run.sources].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [path, facts] of sources) {
    for (const list of [facts.calls, facts.answers, facts.links])
      for (const fact of list.values()) places.set(fact, { path, line: fact.line })
  }
  return (evidence, agent) => {
    if (evidence.from) return places.get(evidence.from) ?? null
    if (evidence.kind === 'manual' || agent === null) return null
    // What a side file says stands in one document: its path says it all.
    for (const [path, facts] of sources) {
      const says = facts.says.get(agent)
      if (says && (evidence.call === null || says.call === evidence.call)) return { path, line: null }
    }
    return null
  }
}
