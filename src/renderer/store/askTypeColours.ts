import type { RunUri } from '../../shared/ids'
import { callEngine } from './client'
import { takeTypeColours, useTypeColours } from './typeColours'

const queued = new Set<RunUri>()
let last: Promise<void> = Promise.resolve()

/** Asks what definitions say now. Without an answer every type keeps the hue of its name: nothing that a person need be told. */
export function askTypeColours(run: RunUri): Promise<void> {
  return callEngine('readTypeColours', { run }).then(
    (told) => takeTypeColours(run, told),
    () => undefined,
  )
}

/** The same for a run that is only named somewhere, unless it is known already: one after the other, there may be hundreds. */
export function wantTypeColours(run: RunUri): void {
  if (queued.has(run) || useTypeColours.getState().byRun.has(run)) return
  queued.add(run)
  last = last.then(() => askTypeColours(run)).finally(() => queued.delete(run))
}
