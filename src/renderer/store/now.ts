import { create } from 'zustand'

/** One clock for everything that ticks: a second a step, none while the page is hidden. */
export const useNow = create<{ readonly nowMs: number }>(() => ({ nowMs: Date.now() }))

export function startClock(): () => void {
  const tick = (): void => {
    if (!document.hidden) useNow.setState({ nowMs: Date.now() })
  }
  const timer = setInterval(tick, 1000)
  document.addEventListener('visibilitychange', tick)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}
