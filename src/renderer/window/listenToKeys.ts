import { linkKeys } from '../actions/linkKeys'
import { bindingOf } from './keyBindings'

/** Keys of the whole window. Whoever has handled a key before it arrives here has prevented its default. */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const binding = bindingOf(event, isTyping(event.target))
    if (!binding) {
      if (!isTyping(event.target) && linkKeys(event)) event.preventDefault()
      return
    }
    event.preventDefault()
    binding.run()
  })
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)
}
