import { join } from 'node:path'
import { z } from 'zod'
import { isWorkingBelow, judgeBudget, type Passed } from '../../core/drive/judgeBudget'
import { Budget, BudgetBreach } from '../../shared/drive/budget'
import type { RunUri } from '../../shared/ids'
import type { AgentView, RunRow } from '../../shared/views'
import { instantOf } from './instantOf'
import type { LiveLaunch } from './LiveLaunch'
import { sharedJson } from './sharedJson'

export interface RunSight {
  readonly row: RunRow
  readonly agents: ReadonlyMap<string, AgentView>
}

export interface BudgetSources {
  readonly stateFolder: string
  readonly now: () => number
  /** Null: nobody looks at that run. */
  readonly sight: (run: RunUri) => RunSight | null
  /** All that were started here, also those that have ended: their pauses are still no work. */
  readonly launches: () => Iterable<LiveLaunch>
  /** Why one agent cannot be stopped alone; null: it is being stopped. */
  readonly stopAgent: (launch: LiveLaunch, agent: string) => Promise<string | null>
  readonly stop: (launch: LiveLaunch) => Promise<void>
  /** Told to a person. */
  readonly onBreach: (breach: BudgetBreach, title: string) => void
  /** What was passed, or became of it, is another. */
  readonly onChange: () => void
}

export interface BudgetBook {
  list(run: RunUri): readonly Budget[]
  /** All limits null: it is taken away. Says why it could not be kept; null: it was. */
  set(budget: Budget): string | null
  breaches(): readonly BudgetBreach[]
  /** Judges the budgets of these runs, or of all. */
  look(runs?: ReadonlySet<RunUri>): void
}

const Kept = z.object({ budgets: z.array(Budget), breaches: z.array(BudgetBreach) })
const LIMITS = ['tokens', 'dollars', 'agents', 'depth', 'minutes', 'silence'] as const
const MOST_BREACHES = 200
type Outcome = BudgetBreach['outcome']
/** How much was done: only more of it is done anew, or two programs that know different things would take turns. */
const DONE: Readonly<Record<Outcome, number>> = { warned: 0, not_ours: 1, stopping: 2, failed: 2, stopped: 2 }
/** Longer than the whole ladder of an end. */
const STOPPED_WITHIN_MS = 15_000

/** Limits of subtrees, shared by all programs of ours. What was passed stays passed, also after a restart, and is acted on by one of them. */
export function openBudgetBook(sources: BudgetSources): BudgetBook {
  const file = sharedJson(join(sources.stateFolder, 'drive', 'budgets.json'), Kept, { budgets: [], breaches: [] })
  const attempts = new Attempts(sources.now)
  const { oursOf, ownOf, doesMore, breachOf } = openOurs(sources)
  /** False: another program has said so already. */
  const note = (breach: BudgetBreach): boolean => {
    let isNews = false
    file.change((now) => {
      const known = now.breaches.find((one) => isSameBreach(one, breach))
      isNews = known === undefined || (known.outcome !== breach.outcome && known.outcome !== 'stopped')
      if (!isNews) return now
      const breaches = known ? now.breaches.map((one) => (one === known ? breach : one)) : [...now.breaches, breach]
      return { ...now, breaches: breaches.slice(-MOST_BREACHES) }
    })
    if (isNews) sources.onChange()
    return isNews
  }
  const act = async (budget: Budget, passed: Passed, sight: RunSight): Promise<void> => {
    const launch = ownOf(budget.run)
    const breach = breachOf(budget, passed, sight)
    // Noted before it is acted on: however long stopping takes, it is begun once.
    if (!note(breach)) return
    attempts.forget(breach)
    sources.onBreach(breach, sight.row.title)
    if (breach.outcome === 'stopping' && launch) await stopBelow(sources, launch, budget, sight.agents)
  }
  /** What a product says it stops may go on, and its children with it. */
  const settle = (breach: BudgetBreach, sight: RunSight, budget: Budget | undefined): void => {
    if (breach.outcome !== 'stopping' && breach.outcome !== 'failed') return
    if (!isWorkingBelow(breach.key, sight)) return void note({ ...breach, outcome: 'stopped' })
    const launch = ownOf(breach.run)
    if (!launch || !attempts.isDue(breach)) return
    // A person has changed their mind meanwhile: it would be stopped again and again.
    if (budget?.isStopping === false) return void note({ ...breach, outcome: 'warned' })
    const failed: BudgetBreach = { ...breach, outcome: 'failed' }
    if (attempts.add(breach) > 1 && note(failed)) sources.onBreach(failed, sight.row.title)
    void sources.stop(launch)
  }
  const lookAt = (budget: Budget, sight: RunSight): void => {
    const pauses = oursOf(budget.run).flatMap((launch) => launch.pauses())
    const isPaused = ownOf(budget.run)?.isPaused ?? false
    for (const passed of judgeBudget(budget, { ...sight, pauses, isPaused }, sources.now())) {
      const known = file.read().breaches.find((one) => isSameBreach(one, passed))
      // What only warned is to stop now, or what was not ours goes on here: left at that, this limit would never stop it.
      if (!known || doesMore(budget, known, sight)) void act(budget, passed, sight)
    }
  }
  return {
    list: (run) => file.read().budgets.filter((budget) => budget.run === run),
    set: (budget) =>
      file.change(({ budgets, breaches }) => ({
        budgets: [
          ...budgets.filter((one) => !isSame(one, budget)),
          ...(LIMITS.every((limit) => budget[limit] === null) ? [] : [budget]),
        ],
        breaches: breaches.filter((one) => !isSame(one, budget) || isStillSo(one, budget)),
      })),
    breaches: () => file.read().breaches,
    look(runs) {
      const { budgets, breaches } = file.read()
      for (const budget of budgets) {
        const sight = !runs || runs.has(budget.run) ? sources.sight(budget.run) : null
        if (sight) lookAt(budget, sight)
      }
      for (const breach of breaches) {
        const sight = !runs || runs.has(breach.run) ? sources.sight(breach.run) : null
        const budget = budgets.find((one) => isSame(one, breach))
        if (sight) settle(breach, sight, budget)
      }
    },
  }
}

/** What of the sessions of ours concerns a run. */
function openOurs({ launches, now }: BudgetSources) {
  const oursOf = (run: RunUri): readonly LiveLaunch[] =>
    [...launches()].filter((launch) => launch.run === run && !launch.isJoined)
  const ownOf = (run: RunUri): LiveLaunch | null => oursOf(run).find(({ isActive }) => isActive) ?? null
  /** What is to be done about a limit that is passed, as things are now. */
  const wantedOf = ({ run, isStopping }: Budget): Outcome => {
    if (!isStopping) return 'warned'
    return ownOf(run) === null ? 'not_ours' : 'stopping'
  }
  /** Only while something below works: a stop that finds nothing at work there would end the whole session instead. */
  const doesMore = (budget: Budget, { outcome }: BudgetBreach, sight: RunSight): boolean =>
    DONE[wantedOf(budget)] > DONE[outcome] && isWorkingBelow(budget.key, sight)
  const breachOf = (budget: Budget, passed: Passed, sight: RunSight): BudgetBreach => {
    const wanted = wantedOf(budget)
    const isOver = (wanted === 'not_ours' || budget.key !== null) && !isWorkingBelow(budget.key, sight)
    const hasEnded = isOver && wanted !== 'warned' && oursOf(budget.run).length > 0
    const outcome = hasEnded ? 'not_ours' : wanted
    return { ...passed, outcome, at: instantOf(now()), ...(hasEnded ? { hasEnded } : {}) }
  }
  return { oursOf, ownOf, doesMore, breachOf }
}

/** How often this program has seen that something still works which was to be stopped. */
class Attempts {
  private readonly known = new Map<string, { at: number; times: number }>()
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  isDue(breach: BudgetBreach): boolean {
    const name = nameOf(breach)
    const known = this.known.get(name)
    if (!known) this.known.set(name, { at: this.now(), times: 0 })
    return known !== undefined && this.now() - known.at >= STOPPED_WITHIN_MS
  }

  /** It is stopped for another reason: what an earlier stop took is no sign that this one fails. */
  forget(breach: BudgetBreach): void {
    this.known.delete(nameOf(breach))
  }

  add(breach: BudgetBreach): number {
    const times = (this.known.get(nameOf(breach))?.times ?? 0) + 1
    this.known.set(nameOf(breach), { at: this.now(), times })
    return times
  }
}

/** The agent alone where the product can; else the session that it is part of. */
async function stopBelow(
  { stopAgent, stop }: BudgetSources,
  launch: LiveLaunch,
  { key }: Budget,
  agents: RunSight['agents'],
): Promise<void> {
  const agent = key === null ? null : (agents.get(key) ?? null)
  const isPart = agent !== null && agent.parent !== null && agent.id !== null
  const refused = isPart ? await stopAgent(launch, agent.id ?? '') : 'it is the session itself'
  if (refused !== null) await stop(launch)
}

function isSame(a: Pick<Budget, 'run' | 'key'>, b: Pick<Budget, 'run' | 'key'>): boolean {
  return a.run === b.run && a.key === b.key
}

/** Another limit is another matter; the same one that was passed stays passed, but for what was not done where it only warns now. */
function isStillSo({ limit, allowed, outcome }: BudgetBreach, budget: Budget): boolean {
  return budget[limit] === allowed && (budget.isStopping || DONE[outcome] !== DONE.not_ours)
}

function isSameBreach(a: Passed, b: Passed): boolean {
  return isSame(a, b) && a.limit === b.limit && a.allowed === b.allowed
}

function nameOf({ run, key, limit, allowed }: Passed): string {
  return JSON.stringify([run, key, limit, allowed])
}
