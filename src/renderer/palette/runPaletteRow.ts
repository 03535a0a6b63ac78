import { callEngine, faultOf } from '../store/client'
import { selectAgent, selectRun } from '../store/select'
import { useUi } from '../store/ui'
import { closePalette } from './openPalette'
import type { PaletteRow } from './paletteRows'

/** Null: done, and the palette is closed; else why not. */
export async function runPaletteRow(row: PaletteRow): Promise<string | null> {
  switch (row.kind) {
    case 'bad':
      return row.message
    case 'go':
      return goToAddress(row.text)
    case 'action':
      if (row.action.disabledReason !== undefined) return row.action.disabledReason
      closePalette()
      row.action.run()
      return null
    case 'run':
      closePalette()
      selectRun(row.row.uri)
      return null
    case 'agent':
      closePalette()
      selectAgent(row.agent.key)
      return null
    default:
      return row satisfies never
  }
}

async function goToAddress(text: string): Promise<string | null> {
  try {
    const { run, key } = await callEngine('resolve', { text })
    // Whoever has closed it meanwhile wants to go nowhere.
    if (useUi.getState().overlay !== 'palette') return null
    closePalette()
    selectRun(run, key)
    return null
  } catch (error) {
    return faultOf(error).message
  }
}
