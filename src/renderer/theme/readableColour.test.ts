import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TypeColour } from '../../shared/typeColours'
import { Phase } from '../../shared/views'
import { type ThemeBlock, themeTokens } from '../../testing/themeTokens'
import { plateLook } from '../canvas/paintLabels'
import { readTokens } from '../canvas/tokens'
import { contrast } from './contrast'
import { oklabOf } from './oklab'
import { leastContrast, readableColour } from './readableColour'
import { typeSurfaces } from './typeSurfaces'

const themes: readonly ThemeBlock[] = ['dark', 'light']

function worst(colour: string, surfaces: readonly string[]): number {
  return Math.min(...surfaces.map((surface) => contrast(colour, surface)))
}

/** Turned by how far, in degrees; greys have no hue to turn. */
function turned(from: string, to: string): number {
  const [one, other] = [oklabOf(from), oklabOf(to)]
  if (Math.hypot(one.a, one.b) < 0.04 || Math.hypot(other.a, other.b) < 0.04) return 0
  const angle = Math.abs(Math.atan2(one.b, one.a) - Math.atan2(other.b, other.a)) * (180 / Math.PI)
  return Math.min(angle, 360 - angle)
}

/** Every seventeenth step of each channel: 4096 colours, the corners among them. */
const steps = Array.from({ length: 16 }, (_, n) => (n * 17).toString(16).padStart(2, '0'))
const everywhere = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))

describe.each(themes)('in the %s theme', (theme) => {
  const read = themeTokens(theme)
  const surfaces = typeSurfaces(read)

  it('every ground is a colour', () => {
    expect(surfaces.filter((surface) => !TypeColour.safeParse(surface).success)).toEqual([])
  })

  it('the hues of types can be read on every ground, on the canvas as in the panes', () => {
    const { hues } = readTokens(read)
    expect(hues).toHaveLength(9)
    for (const hue of hues) expect(worst(hue, surfaces), hue).toBeGreaterThanOrEqual(leastContrast)
    expect(hues).toEqual(['root', 1, 2, 3, 4, 5, 6, 7, 8].map((hue) => read(`ty-${hue}`)))
  })

  it('no plate of the canvas has a ground that was forgotten', () => {
    const tokens = readTokens(read)
    for (const phase of Phase.options)
      for (const isHovered of [true, false]) expect(surfaces).toContain(plateLook(tokens, phase, isHovered).fill)
  })

  it('any colour at all is moved to where it can be read, and keeps its hue', () => {
    for (const colour of everywhere) {
      const shown = readableColour(colour, surfaces)
      expect(TypeColour.safeParse(shown).success, colour).toBe(true)
      expect(worst(shown, surfaces), colour).toBeGreaterThanOrEqual(leastContrast)
      expect(turned(colour, shown), `${colour} became ${shown}`).toBeLessThan(6)
    }
  })

  it('what can be read stays as it is, and nothing goes further than it must', () => {
    const any = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(any, (colour) => {
        const shown = readableColour(colour, surfaces)
        if (worst(colour, surfaces) >= leastContrast) expect(shown).toBe(colour)
        else expect(worst(shown, surfaces)).toBeLessThan(leastContrast + 0.12)
      }),
      { numRuns: 500, seed: 7 },
    )
  })
})

it('the two light blocks are the same', () => {
  const [light, system] = [themeTokens('light'), themeTokens('system')]
  for (const token of ['bg-canvas', 'fg-1', 'line-3', ...[1, 2, 3, 4, 5, 6, 7, 8].map((hue) => `ty-${hue}`)])
    expect(system(token), token).toBe(light(token))
})

it('colours in short are colours: the built page has them so', () => {
  expect(contrast('#fff', ' #000')).toBeCloseTo(21)
  expect(readableColour('#2563eb', ['#fff'])).toBe(readableColour('#2563eb', ['#ffffff']))
})

it('black and white are the last resort, whatever the ground', () => {
  expect(readableColour('#000000', ['#000000'])).toMatch(/^#[0-9a-f]{6}$/)
  expect(contrast(readableColour('#ffff00', ['#ffffff']), '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(readableColour('#123456', ['', 'nonsense'])).toMatch(/^#[0-9a-f]{6}$/)
})
