import { attentionEntries, countNeeding } from '../attention/attentionEntries'
import { foreignLine } from '../controls/foreignLine'
import { shownAsks } from '../drive/asks/shownAsks'
import { useDrive } from '../drive/useDrive'
import { runTitle } from '../runs/runTitle'
import { useClient } from '../store/client'
import { useForest } from '../store/forest'
import { useRuns } from '../store/runs'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'

/** The name of the window: the run that is shown; in a browser with how many need a person, where there is no badge. */
export function followTitle(): void {
  const say = (): void => {
    const { run } = useUi.getState()
    const { connection } = useClient.getState()
    const row = run === null ? undefined : (useForest.getState().row ?? useRuns.getState().rows.get(run))
    const isApp = connection.kind === 'open' && connection.shell.kind === 'app'
    const needing = isApp ? 0 : needingNow()
    const title = windowTitle(row ? runTitle(row) : null, needing)
    if (document.title !== title) document.title = title
  }
  useUi.subscribe((ui, before) => ui.run !== before.run && say())
  useForest.subscribe((forest, before) => forest.row !== before.row && say())
  useTold.subscribe((told, before) => told.attention !== before.attention && say())
  useDrive.subscribe((drive, before) => (drive.asks !== before.asks || drive.own !== before.own) && say())
  useRuns.subscribe(say)
}

function needingNow(): number {
  const drive = useDrive.getState()
  const { attention } = useTold.getState()
  return countNeeding(attentionEntries(attention.items, shownAsks(drive), drive.own), attention)
}

export function windowTitle(run: string | null, needing: number): string {
  const name = run === null ? 'Understory' : `${foreignLine(run)} – Understory`
  return needing > 0 ? `(${needing}) ${name}` : name
}
