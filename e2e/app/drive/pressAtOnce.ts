import type { Page } from '@playwright/test'

interface Press {
  /** Whose cards are counted. */
  readonly surface: '.drawer' | '.popover'
  /** How many asks it holds when the presses begin. */
  readonly left: number
  /** A click at this place, or keys: `n` wherever the focus is, the others once it is on a card. */
  readonly at?: readonly [number, number]
  readonly keys?: readonly string[]
  readonly gapMs?: number
}

/**
 * Presses by the page's own clock: a card that has just come is deaf for a moment only, which the way from here to the page may
 * outlast. Tells of each press on a card whether it was deaf then.
 */
export function pressAtOnce(page: Page, press: Press): Promise<boolean[]> {
  return page.evaluate(async ({ surface, left, at, keys = [], gapMs = 0 }) => {
    const until = async (test: () => boolean): Promise<void> => {
      while (!test()) await new Promise((next) => requestAnimationFrame(next))
    }
    const isDeaf = (target: Element | null): boolean => target?.closest('[data-ask]')?.getAttribute('aria-busy') === 'true'
    await until(() => document.querySelectorAll(`${surface} [data-ask]`).length === left)
    if (at) {
      const target = document.elementFromPoint(...at)
      const wasDeaf = isDeaf(target)
      if (target instanceof HTMLElement) target.click()
      return [wasDeaf]
    }
    const deaf: boolean[] = []
    for (const key of keys) {
      if (key !== 'n') await until(() => document.activeElement?.matches(`${surface} [data-ask]`) === true)
      const target = document.activeElement ?? document.body
      if (key !== 'n') deaf.push(isDeaf(target))
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      if (gapMs > 0) await new Promise((next) => setTimeout(next, gapMs))
    }
    return deaf
  }, press)
}
