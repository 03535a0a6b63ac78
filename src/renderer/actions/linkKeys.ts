import { useUi } from '../store/ui'
import { redoLinkNow, undoLinkNow } from './changeLink'

/** Ctrl/Cmd Z and its way back, for the table of keys of the window. True: it was one of them. */
export function linkKeys(press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean {
  if (press.ctrlKey === press.metaKey || press.altKey || useUi.getState().run === null) return false
  const key = press.key.toLowerCase()
  if (key === 'z' && !press.shiftKey) void undoLinkNow()
  else if ((key === 'z' && press.shiftKey) || (key === 'y' && !press.shiftKey)) void redoLinkNow()
  else return false
  return true
}
