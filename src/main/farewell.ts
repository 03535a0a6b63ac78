import type { Settings } from '../shared/settings'

export interface Sessions {
  readonly active: number
  readonly choice: Settings['whenClosing']
}

export type FarewellAnswer = 'keep' | 'stop' | 'stay'

/** What becomes of sessions that still run when the app ends. Asked once, and only where nothing else says it. */
export interface Farewell {
  note(sessions: Sessions): void
  /** Nothing is left to ask. */
  isDecided(): boolean
  /** Whether the app may end now. Asked again while the question stands, it is the same question. */
  decide(): Promise<boolean>
  /** For the engine; null: as the person has chosen. */
  keep(): boolean | null
}

export function openFarewell(ask: (active: number) => Promise<FarewellAnswer>): Farewell {
  let sessions: Sessions = { active: 0, choice: 'ask' }
  let answer: FarewellAnswer | null = null
  let asking: Promise<boolean> | null = null
  const decide = async (): Promise<boolean> => {
    const said = await ask(sessions.active)
    asking = null
    if (said === 'stay') return false
    answer = said
    return true
  }
  return {
    note(told) {
      sessions = told
    },
    isDecided: () => answer !== null || sessions.active === 0 || sessions.choice !== 'ask',
    decide() {
      asking ??= decide()
      return asking
    },
    keep: () => (answer === null ? null : answer === 'keep'),
  }
}
