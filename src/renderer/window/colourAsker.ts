import type { ForestFrame } from '../../shared/forestFrame'
import type { RunUri } from '../../shared/ids'

/** How often one run asks again. */
const mostAgain = 20

/** Asks for the colours of the run that is told: when it begins, and again for a type that it did not begin with, which may have been defined meanwhile. */
export function colourAsker(ask: (run: RunUri) => void): (frame: ForestFrame) => void {
  const met = new Set<string>()
  let run: RunUri | null = null
  let isWhole = false
  let again = 0
  return (frame) => {
    if (frame.kind === 'begin') {
      met.clear()
      run = frame.run
      isWhole = false
      again = 0
      return ask(frame.run)
    }
    if (frame.kind === 'gone' || frame.run !== run) return
    const before = met.size
    for (const { type } of frame.agents) if (type !== null) met.add(type)
    if (isWhole && met.size > before && again++ < mostAgain) ask(frame.run)
    isWhole ||= frame.isWhole
  }
}
