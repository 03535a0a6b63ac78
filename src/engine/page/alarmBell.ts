import type { Alarm } from '../../shared/drive/alarm'
import type { BudgetBreach } from '../../shared/drive/budget'
import type { Launch } from '../../shared/drive/launch'
import type { RunUri } from '../../shared/ids'
import { breachWords } from '../drive/breachWords'

/** Tells those who look elsewhere what went wrong with runs that were started here, each matter once. */
export class AlarmBell {
  readonly #listeners = new Set<(alarm: Alarm) => void>()
  /** All that were ever seen to have failed: what shows them may come and go. */
  readonly #failed = new Set<string>()
  #isBegun = false

  onAlarm(listener: (alarm: Alarm) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  passed(breach: BudgetBreach, title: string): void {
    const { run, key, limit, allowed, outcome } = breach
    const id = ['limit', run, key ?? '', limit, allowed, outcome].join(' ')
    this.#ring({ id, about: 'needsYou', title: `Limit passed: ${title}`, body: breachWords(breach, title), run, key })
  }

  /** What has failed when this program begins was told by the one before it. */
  begin(launches: readonly Launch[]): void {
    this.#isBegun = true
    for (const { id, phase } of launches) if (phase === 'failed') this.#failed.add(id)
  }

  /** `isThere`: the run has records, and tells by itself that it failed. A start may know its run's name before anything is written. */
  look(launches: readonly Launch[], isThere: (run: RunUri) => boolean): void {
    if (!this.#isBegun) return
    for (const { id, phase, run, title, trouble } of launches) {
      if (phase !== 'failed' || this.#failed.has(id)) continue
      this.#failed.add(id)
      if (run !== null && isThere(run)) continue
      const body = trouble ?? 'It ended before it had written anything.'
      this.#ring({ id, about: 'failed', title: `A start failed: ${title}`, body, run: null, key: null })
    }
  }

  #ring(alarm: Alarm): void {
    for (const listener of [...this.#listeners]) listener(alarm)
  }
}
