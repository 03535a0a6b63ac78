import { agentLabel } from '../../shared/agentLabel'
import type { LinkChanged, LinkPlace } from '../../shared/linkChange'
import { oneLine } from '../../shared/neutraliseText'
import type { TreeView } from '../../shared/views'
import { type StyledLine, span } from '../text/styledText'

/** Where the agent stood and stands, each on a line; `tree` as it is now. */
export function renderChange({ before, after }: LinkChanged, tree: TreeView | null, isDryRun: boolean): StyledLine[] {
  const labels = new Map([...(tree?.agents ?? []), ...(tree?.unplaced ?? [])].map((agent) => [agent.key, agentLabel(agent)]))
  const say = (place: LinkPlace): string => {
    // Only who is not in the tree goes by an address there.
    if (place.parent === null && place.key.includes('://')) return 'not in this run'
    const under = place.parent === null ? 'unplaced' : `under ${labels.get(place.parent) ?? oneLine(place.parent)}`
    return `${under}${place.hidden ? ', hidden' : ''} (${place.evidence === 'manual' ? 'by hand' : place.evidence})`
  }
  const name = labels.get(after.key) ?? labels.get(before.key) ?? oneLine(after.key)
  return [
    [span(`${name}: `), span(isDryRun ? `would be ${say(after)}` : say(after), 'bold')],
    [span(`before: ${say(before)}`, 'dim')],
  ]
}
