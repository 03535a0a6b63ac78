import { phaseGroup } from '../../shared/phaseWord'
import { shownPhases } from '../../shared/shownPhase'
import { ownColours } from '../theme/ownHues'
import { readableColour } from '../theme/readableColour'
import { typeSurfaces } from '../theme/typeSurfaces'
import { mixColours } from './mixColours'

/** The colours of the theme that painters need, as values: read once per change of theme. */
export interface Tokens {
  readonly canvas: string
  readonly chrome: string
  readonly panel: string
  readonly card: string
  readonly hover: string
  readonly inset: string
  readonly line1: string
  readonly line2: string
  readonly line3: string
  readonly fg1: string
  readonly fg2: string
  readonly fg3: string
  readonly accent: string
  /** Translucent. */
  readonly accentTint: string
  readonly lineLive: string
  readonly failBorder: string
  readonly needTint: string
  readonly needLine: string
  /** By number of the phase: as text, and as a shape. */
  readonly phaseText: readonly string[]
  readonly phaseShape: readonly string[]
  /** 0: the root, 1–8: types, from 9 on: colours that definitions name, where they can be read. */
  readonly hues: readonly string[]
  readonly fonts: Readonly<Record<FontName, string>>
}

export type FontName = 'name' | 'text' | 'small' | 'smallName' | 'mono'

export const phases = shownPhases

export function readTokens(read: (name: string) => string): Tokens {
  const get = (name: string): string => read(`--${name}`).trim()
  const card = get('bg-card')
  const needShape = get('fi-need')
  const line2 = get('line-2')
  const line3 = get('line-3')
  const ui = get('font-ui')
  return {
    canvas: get('bg-canvas'),
    chrome: get('bg-chrome'),
    panel: get('bg-panel'),
    card,
    hover: get('bg-hover'),
    inset: get('bg-inset'),
    line1: get('line-1'),
    line2,
    line3,
    fg1: get('fg-1'),
    fg2: get('fg-2'),
    fg3: get('fg-3'),
    accent: get('accent'),
    accentTint: get('accent-tint'),
    lineLive: mixColours(get('st-live'), line3, 0.7),
    failBorder: mixColours(get('st-fail'), line2, 0.6),
    needTint: mixColours(needShape, card, 0.07),
    needLine: mixColours(needShape, card, 0.12),
    phaseText: phases.map((phase) => get(`st-${phaseGroup(phase)}`)),
    phaseShape: phases.map((phase) =>
      phase === 'waiting' || phase === 'failed' ? get(`fi-${phaseGroup(phase)}`) : get(`st-${phaseGroup(phase)}`),
    ),
    hues: [...['root', 1, 2, 3, 4, 5, 6, 7, 8].map((hue) => get(`ty-${hue}`)), ...readableOwn(get)],
    fonts: {
      name: `600 12px ${ui}`,
      text: `400 12px ${ui}`,
      small: `400 11px ${ui}`,
      smallName: `600 11px ${ui}`,
      mono: `400 11px ${get('font-mono')}`,
    },
  }
}

function readableOwn(get: (name: string) => string): string[] {
  const own = ownColours()
  const surfaces = own.length === 0 ? [] : typeSurfaces(get)
  return own.map((colour) => readableColour(colour, surfaces))
}
