import type { KeyboardEvent } from 'react'

/** Ctrl or ⌘ and Enter: does what a dialog is for. */
export function isGo(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return false
  event.preventDefault()
  return true
}
