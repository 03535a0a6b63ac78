import { afterEach, describe, expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import { themeTokens } from '../../testing/themeTokens'
import { readTokens } from '../canvas/tokens'
import { contrast } from '../theme/contrast'
import { firstOwnHue } from '../theme/ownHues'
import { typeHue } from '../theme/typeHue'
import { typeSurfaces } from '../theme/typeSurfaces'
import { hueIn, takeTypeColours, useTypeColours } from './typeColours'

const run = RunUri.parse('x://run')
const other = RunUri.parse('x://other')

afterEach(() => useTypeColours.setState({ byRun: new Map() }))

describe('the hue of a type', () => {
  it('is that of its name, the same in every run and whatever came before it', () => {
    expect(hueIn(run, 'Explore')).toBe(1)
    const before = hueIn(run, 'fixer')
    for (let i = 0; i < 50; i++) hueIn(run, `another ${i}`)
    expect([hueIn(run, 'fixer'), hueIn(other, 'fixer'), hueIn(null, 'fixer')]).toEqual([before, before, before])
    expect([hueIn(run, null), hueIn(run, ''), hueIn(run, ' ')]).toEqual([0, 0, 0])
  })

  it('is what its definition names, in the run of the definition, a known type or not', () => {
    takeTypeColours(run, [
      { type: 'Explore', colour: '#dc2626' },
      { type: 'fixer', colour: '#2563eb' },
      { type: '__proto__', colour: '#dc2626' },
    ])
    const [explore, fixer, odd] = ['Explore', 'fixer', '__proto__'].map((type) => hueIn(run, type))
    expect(Math.min(explore!, fixer!)).toBeGreaterThanOrEqual(firstOwnHue)
    expect(explore).not.toBe(fixer)
    expect(odd).toBe(explore)
    expect([hueIn(other, 'Explore'), hueIn(run, 'Plan'), hueIn(run, 'constructor')]).toEqual([1, 5, typeHue('constructor')])
    takeTypeColours(run, [{ type: 'fixer', colour: '#2563eb' }])
    expect([hueIn(run, 'Explore'), hueIn(run, 'fixer')]).toEqual([1, fixer])
  })

  it('is painted in that colour where it can be read on every ground, in both themes', () => {
    takeTypeColours(run, [{ type: 'fixer', colour: '#2563eb' }])
    for (const theme of ['dark', 'light'] as const) {
      const read = themeTokens(theme)
      const shown = readTokens(read).hues[hueIn(run, 'fixer')]!
      for (const surface of typeSurfaces(read)) expect(contrast(shown, surface)).toBeGreaterThanOrEqual(4.5)
      expect(shown === '#2563eb').toBe(false)
    }
  })

  it('is told anew only where something is another than before', () => {
    const told = [{ type: 'fixer', colour: '#2563eb' }]
    takeTypeColours(run, told)
    const { byRun } = useTypeColours.getState()
    takeTypeColours(run, [...told])
    expect(useTypeColours.getState().byRun).toBe(byRun)
    for (let i = 0; i < 300; i++) takeTypeColours(RunUri.parse(`x://${i}`), told)
    expect(useTypeColours.getState().byRun.size).toBe(100)
  })

  it('falls back on its name when there are more colours than numbers', () => {
    const told = Array.from({ length: 400 }, (_, i) => ({
      type: `t${i}`,
      colour: `#0000${(i % 256).toString(16).padStart(2, '0')}`,
    }))
    takeTypeColours(run, told)
    const hues = told.map(({ type }) => hueIn(run, type))
    expect(Math.max(...hues)).toBe(255)
    expect(hueIn(run, 't255')).toBe(typeHue('t255'))
  })
})
