import { create } from 'zustand'
import type { RunUri } from '../../shared/ids'
import type { TypeColours } from '../../shared/typeColours'
import { ownHue } from '../theme/ownHues'
import { typeHue } from '../theme/typeHue'

type Hues = ReadonlyMap<string, number>

const none: Hues = new Map()
const mostRuns = 100

/** Run → type → the number of the hue that its definition names. */
export const useTypeColours = create<{ readonly byRun: ReadonlyMap<RunUri, Hues> }>(() => ({ byRun: new Map() }))

/** Takes over what the engine has found for a run, in place of what was known of it. */
export function takeTypeColours(run: RunUri, told: TypeColours): void {
  const hues = new Map<string, number>()
  for (const { type, colour } of told) {
    const hue = ownHue(colour)
    if (hue !== null) hues.set(type, hue)
  }
  const { byRun } = useTypeColours.getState()
  if (isSame(byRun.get(run) ?? none, hues) && byRun.has(run)) return
  const kept = [...byRun].filter(([other]) => other !== run).slice(1 - mostRuns)
  useTypeColours.setState({ byRun: new Map([...kept, [run, hues]]) })
}

/** The hue of a type in a run: 0 for the root and for those without a type. */
export function hueIn(run: RunUri | null, type: string | null): number {
  if (type === null || type.trim() === '') return 0
  const own = run === null ? undefined : useTypeColours.getState().byRun.get(run)?.get(type)
  return own ?? typeHue(type)
}

function isSame(one: Hues, other: Hues): boolean {
  return one.size === other.size && [...one].every(([type, hue]) => other.get(type) === hue)
}
