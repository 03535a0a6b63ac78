import type { ActName, OfferedAct } from '../../../shared/drive/offeredAct'

const goOn: readonly ActName[] = ['continue', 'fork', 'render']
const attach: readonly ActName[] = ['focus', 'join']
const stops: readonly ActName[] = ['stop_agent', 'stop']

export interface BarActs {
  /** At most three: go on from here, attach, resume; of each kind the first that can be done. */
  readonly shown: readonly OfferedAct[]
  readonly stop: OfferedAct | null
}

/** What stands in the row of buttons; all of it is in the menu. */
export function barActs(acts: readonly OfferedAct[]): BarActs {
  const best = (names: readonly ActName[]): OfferedAct | null => {
    const found = names.flatMap((name) => acts.find((act) => act.name === name) ?? [])
    return found.find(({ reason }) => reason === null) ?? found[0] ?? null
  }
  return {
    shown: [best(goOn), best(attach), best(['resume'])].filter((act) => act !== null),
    stop: best(stops),
  }
}
