import type { TreeView } from '../../shared/views'

/** What is needed to draw a run: a whole TreeView is one, and `watch` puts one together from its frames. */
export type RunPicture = Pick<
  TreeView,
  'uri' | 'title' | 'project' | 'cwd' | 'live' | 'started' | 'updated' | 'ended' | 'agents' | 'unplaced' | 'usage' | 'cost'
> & {
  readonly root: string | null
  /** Agents left out for want of room. */
  readonly quiet?: number
  readonly totals: Pick<TreeView['totals'], 'agents' | 'running' | 'waiting' | 'failed'>
}
