import type { BudgetBreach } from '../../shared/drive/budget'

/** A limit that was passed, in one sentence for a person. */
export function breachWords({ limit, allowed, reached, outcome, hasEnded }: BudgetBreach, title: string): string {
  const done = hasEnded === true ? 'What was started here had ended already: there was nothing to stop.' : DONE[outcome]
  return `${title}: ${SAID[limit](allowed, reached)}. ${done}`
}

const round = (value: number): string => String(Math.round(value * 100) / 100)

const SAID: Readonly<Record<BudgetBreach['limit'], (allowed: number, reached: number) => string>> = {
  tokens: (allowed, reached) => `${round(reached)} tokens were used, ${round(allowed)} are allowed`,
  dollars: (allowed, reached) => `$${reached.toFixed(2)} were spent, $${allowed.toFixed(2)} are allowed`,
  agents: (allowed, reached) => `${round(reached)} agents were started, ${round(allowed)} are allowed`,
  depth: (allowed, reached) => `agents are nested ${round(reached)} deep, ${round(allowed)} is allowed`,
  minutes: (allowed, reached) => `it has run for ${round(reached)} minutes, ${round(allowed)} are allowed`,
  silence: (allowed, reached) => `nothing was written for ${round(reached)} minutes, ${round(allowed)} are allowed`,
}

const DONE: Readonly<Record<BudgetBreach['outcome'], string>> = {
  warned: 'Nothing was stopped: this limit only warns.',
  stopping: 'It is being stopped.',
  stopped: 'It was stopped.',
  failed: 'It was to be stopped and goes on all the same: it is stopped anew. Look at it.',
  not_ours: 'It was not started here, so it cannot be stopped from here.',
}
