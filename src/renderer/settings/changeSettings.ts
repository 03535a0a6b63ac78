import type { SettingsChange } from '../../shared/settings'
import { callEngine, faultOf } from '../store/client'

/** Null when it is stored; else why not, as a sentence. The new settings arrive as all settings do. */
export async function changeSettings(change: SettingsChange): Promise<string | null> {
  try {
    await callEngine('changeSettings', change)
    return null
  } catch (error) {
    return `Not saved: ${faultOf(error).message}`
  }
}
