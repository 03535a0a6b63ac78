import { firstOwnHue, onOwnColours } from '../theme/ownHues'
import { typeClass } from '../theme/typeClass'
import { pageInk, watchPageInk } from './pageInk'

/** Classes for the colours that definitions name, as the theme of the moment shows them; those of the house stand in the style sheet. */
export function keepTypeSheet(): () => void {
  const sheet = new CSSStyleSheet()
  const write = (): void => {
    const own = pageInk().tokens.hues.slice(firstOwnHue)
    sheet.replaceSync(own.map((colour, n) => `.${typeClass(firstOwnHue + n)} { color: ${colour} }`).join('\n'))
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const ends = [watchPageInk(write), onOwnColours(write)]
  return () => {
    for (const end of ends) end()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}
