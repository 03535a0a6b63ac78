import type { RunUri } from '../../shared/ids'
import { typeClass } from '../theme/typeClass'
import { hueIn, useTypeColours } from './typeColours'
import { useUi } from './ui'

/** The class of an agent type in the colour that it has in a run, the one that is shown unless another is named. */
export function useTypeClass(of?: RunUri | null): (type: string | null) => string {
  const shown = useUi(({ run }) => run)
  const run = of === undefined ? shown : of
  // Drawn anew when the colours of the run are told: they come after its first agents.
  useTypeColours(({ byRun }) => (run === null ? undefined : byRun.get(run)))
  return (type) => typeClass(hueIn(run, type))
}
