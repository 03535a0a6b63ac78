import { firstOwnHue, ownColours } from '../theme/ownHues'
import type { GlyphShape } from './glyphShapes'
import { glyphShape } from './glyphShapes'
import { isolateText } from './isolateText'
import { type TextRuler, textRuler } from './textRuler'
import { type FontName, readTokens, type Tokens } from './tokens'

/** What painters need of the page: colours, faces, glyphs. Read once per theme and once per arrival of a face. */
interface PageInk {
  readonly tokens: Tokens
  readonly ruler: TextRuler
}

let page: PageInk | null = null
const isolated = new Map<string, string>()

export function pageInk(): PageInk {
  // A colour was named that the page did not know yet.
  if (page && page.tokens.hues.length === firstOwnHue + ownColours().length) return page
  const style = getComputedStyle(document.documentElement)
  const tokens = readTokens((name) => style.getPropertyValue(name))
  const context = document.createElement('canvas').getContext('2d')
  const measure = (text: string, font: FontName): number => {
    if (!context) return text.length * 6
    if (context.font !== tokens.fonts[font]) context.font = tokens.fonts[font]
    return context.measureText(isolateText(text)).width
  }
  page = {
    tokens,
    ruler: textRuler((text, font) => (text === ' ' ? measure('x x', font) - measure('xx', font) : measure(text, font))),
  }
  return page
}

/** Calls back when the colours or the faces are others than before. */
export function watchPageInk(onChange: () => void): () => void {
  const forget = (): void => {
    page = null
    onChange()
  }
  const observer = new MutationObserver(forget)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-density'] })
  const light = matchMedia('(prefers-color-scheme: light)')
  light.addEventListener('change', forget)
  document.fonts.addEventListener('loadingdone', forget)
  return () => {
    observer.disconnect()
    light.removeEventListener('change', forget)
    document.fonts.removeEventListener('loadingdone', forget)
  }
}

const noShapes: readonly GlyphShape[] = []

export function shapesOf(name: string): readonly GlyphShape[] {
  const symbol = document.getElementById(name)
  return symbol ? [...symbol.children].flatMap((element) => glyphShape(element) ?? []) : noShapes
}

export function isolateOnce(text: string): string {
  const known = isolated.get(text)
  if (known !== undefined) return known
  if (isolated.size > 5000) isolated.clear()
  const made = isolateText(text)
  isolated.set(text, made)
  return made
}
