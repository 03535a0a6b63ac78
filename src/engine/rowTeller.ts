import type { RunRow } from '../shared/views'
import type { ProviderRoot } from './providerRoot'

/** Puts into a run's row what no file of it says: what it goes on from, and whether a change of its links can be undone. */
export interface RowTeller {
  /** Something is known by now that the last row which went out did not say. */
  readonly isNews: boolean
  onto(row: RunRow | null): RunRow | null
  /** The same; from here on it is no news. */
  told<T extends { readonly row: RunRow | null }>(patch: T): T
}

export function rowTeller(
  place: Pick<ProviderRoot, 'originOf' | 'links'>,
  run: { readonly id: string; readonly uri: string },
): RowTeller {
  const known = (): Pick<RunRow, 'corrected'> & { readonly forkedFrom?: string } => {
    const forkedFrom = place.originOf(run.id)
    const acts = place.links.acts().filter((act) => act.run === run.uri)
    const corrected = { canUndo: acts.some(({ undone }) => !undone), canRedo: acts.some(({ undone }) => undone) }
    return { ...(forkedFrom !== null && { forkedFrom }), ...(acts.length > 0 && { corrected }) }
  }
  let said = '{}'
  const onto = (row: RunRow | null): RunRow | null => row && { ...row, ...known() }
  return {
    get isNews() {
      return JSON.stringify(known()) !== said
    },
    onto,
    told(patch) {
      said = JSON.stringify(known())
      return { ...patch, row: onto(patch.row) }
    },
  }
}
