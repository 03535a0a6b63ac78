import type { AttentionItem } from '../../shared/attention'
import { isBlank } from '../../shared/isBlank'
import type { RunRow } from '../../shared/views'
import { providerLabel } from '../store/providerLabel'
import { useRuns } from '../store/runs'
import { projectName } from './projectName'

type Titled = Pick<RunRow, 'title' | 'project' | 'provider' | 'id'>

/** What a run is called everywhere. One whose title shows nothing goes by its project and the beginning of its id. */
export function runTitle({ title, project, provider, id }: Titled): string {
  if (!isBlank(title)) return title
  return `${project === null ? providerLabel(provider) : projectName(project)} ${id.slice(0, 8)}`
}

/** An item of the attention list knows the title alone: the rest is in the list of runs. */
export function attentionTitle({ runTitle: title, run, provider }: Pick<AttentionItem, 'runTitle' | 'run' | 'provider'>): string {
  const row = useRuns.getState().rows.get(run)
  return runTitle({ title, provider, project: row?.project ?? null, id: row?.id ?? run.slice(run.indexOf('://') + 3) })
}
