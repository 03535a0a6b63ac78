import type { RunUri } from '../../shared/ids'
import { copyText } from '../controls/copyText'
import { openActMenu } from '../drive/acts/openActMenu'
import { openLimits } from '../drive/limits/openLimits'
import { selectRun } from '../store/select'
import { tell } from '../store/tell'

/** What can be done with a run from the list. */
export function runMenu(run: RunUri, at: { readonly x: number; readonly y: number } | HTMLElement): void {
  openActMenu({
    at,
    label: 'Run',
    target: { run, key: null },
    items: [
      { kind: 'action', id: 'open', label: 'Open', icon: 'view-tree', shortcut: 'Enter', run: () => selectRun(run) },
      { kind: 'action', id: 'copy', label: 'Copy URI', icon: 'copy', run: () => void copyUri(run) },
      { kind: 'action', id: 'limits', label: 'Limits …', icon: 'warn', run: () => openLimits(run) },
    ],
  })
}

async function copyUri(run: RunUri): Promise<void> {
  if (!(await copyText(run))) tell({ level: 'warning', code: 'copy', message: `The system did not let us copy: ${run}` })
}
