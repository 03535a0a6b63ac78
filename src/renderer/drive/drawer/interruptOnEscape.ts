import type { KeyboardEvent } from 'react'
import type { Launch } from '../../../shared/drive/launch'
import { callEngine } from '../../store/client'
import { steer } from '../steerFailures'

/** Escape interrupts while the focus is in the drawer. Cards, choices and terminals have an Escape of their own. */
export function interruptOnEscape({ id, way, phase, can }: Launch) {
  return (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    if (way !== 'headless' || phase !== 'working' || can.interrupt !== null) return
    // Menus and dialogs are told of in the order of the components, not of the page.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return
    if (event.target.closest('[data-card], select')) return
    event.preventDefault()
    void steer(id, 'Interrupt', callEngine('interruptLaunch', { launch: id }))
  }
}
