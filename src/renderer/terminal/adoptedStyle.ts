/**
 * Stands for an element `style`, which our policy forbids: what is written into it becomes a sheet of the document instead.
 * `scripts/withoutStyleElements` puts it into the terminal's library.
 */
export function adoptedStyle(): HTMLElement {
  const sheet = new CSSStyleSheet()
  const place = document.createElement('span')
  place.hidden = true
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  Object.defineProperty(place, 'textContent', { set: (text: string) => sheet.replaceSync(text) })
  place.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    Element.prototype.remove.call(place)
  }
  return place
}
