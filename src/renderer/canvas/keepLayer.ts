/**
 * Makes an element a layer that can be moved at little cost. Chromium puts all layers of the page together anew when one is moved, unless
 * that one is being animated: so it is, by nothing, and standing still. Returns how to stop.
 */
export function keepLayer(element: HTMLElement, property: 'transform' | 'translate'): () => void {
  const nowhere = { [property]: property === 'transform' ? 'translate(0px)' : '0px' }
  const animation = element.animate([nowhere, nowhere], { duration: 1000, composite: 'add' })
  animation.pause()
  return () => animation.cancel()
}
