import { agentLabel } from '../../shared/agentLabel'
import { localTime } from '../../shared/localTime'
import { oneLine } from '../../shared/neutraliseText'
import type { AgentView, LinkRow } from '../../shared/views'
import { layTable } from '../text/layTable'
import { type StyledLine, span } from '../text/styledText'

/** One row per agent with the winning evidence; below it what else speaks for its place. */
export function renderLinks(rows: readonly LinkRow[], agents: readonly AgentView[], width: number): StyledLine[] {
  const labels = new Map(agents.map((agent) => [agent.key, agentLabel(agent)]))
  const cells: StyledLine[][] = []
  for (const row of rows) {
    const parent = row.parent === null ? 'not known' : (labels.get(row.parent) ?? oneLine(row.parent))
    const doubt = [row.ambiguous ? 'ambiguous' : '', row.manual ? 'by hand' : ''].filter((word) => word !== '').join(', ')
    const [winner, ...others] = row.evidence
    cells.push([
      [span(labels.get(row.key) ?? oneLine(row.key))],
      [span(parent, row.parent === null ? 'lost' : 'plain')],
      [span(row.winner), span(doubt === '' ? '' : ` (${doubt})`, 'dim')],
      evidenceNote(winner),
    ])
    if (row.conflict !== null) cells.push([[], [], [span('but', 'need')], [span(oneLine(row.conflict))]])
    for (const other of others) cells.push([[], [], [span(`also ${other.kind}`, 'dim')], evidenceNote(other)])
  }
  const columns = [
    { title: 'agent', align: 'left' },
    { title: 'parent', align: 'left' },
    { title: 'evidence', align: 'left' },
    { title: 'note', align: 'left', flexible: true },
  ] as const
  return rows.length === 0 ? [[span('no sub-agents', 'dim')]] : layTable(columns, cells, width)
}

function evidenceNote(evidence: LinkRow['evidence'][number] | undefined): StyledLine {
  if (evidence === undefined) return []
  const at = evidence.at === null ? '' : ` · ${localTime(evidence.at)}`
  const { source } = evidence
  const where = source === null ? '' : ` · ${oneLine(source.path)}${source.line === null ? '' : `:${source.line}`}`
  return [span(`${oneLine(evidence.note)}${at}${where}`, 'dim')]
}
