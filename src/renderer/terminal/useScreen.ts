import { type RefObject, useEffect, useState } from 'react'
import type { LaunchId } from '../../shared/drive/launch'
import { watchPageInk } from '../canvas/pageInk'
import { keptScreen } from './keptScreens'
import { terminalFont } from './openTerminal'
import { spokenChoice } from './spokenChoice'
import type { ScreenEvents, TerminalScreen } from './TerminalScreen'

/** The screen of a terminal in this place; null until its face is there. */
export function useScreen(launch: LaunchId, place: RefObject<HTMLElement | null>, events: ScreenEvents): TerminalScreen | null {
  const [screen, setScreen] = useState<TerminalScreen | null>(null)
  const [hasFace, setHasFace] = useState(false)
  useEffect(() => {
    void loadFaces().then(() => setHasFace(true))
  }, [])
  useEffect(() => {
    if (!hasFace || !place.current) return
    const shown = keptScreen(launch, spokenChoice.read())
    shown.show(place.current, events)
    setScreen(shown)
    const undress = watchPageInk(() => shown.dress())
    const unwatch = watchSize(place.current, () => shown.fit())
    return () => {
      undress()
      unwatch()
      shown.hide()
      setScreen(null)
    }
  }, [launch, hasFace, place, events])
  return screen
}

/** A face that does not come is no reason to show nothing. */
async function loadFaces(): Promise<void> {
  const { family, sizePx } = terminalFont
  await Promise.allSettled(['400', '600'].map((weight) => document.fonts.load(`${weight} ${sizePx}px ${family}`)))
}

/** Once a frame at most: a pane that is being drawn larger changes many times between two. */
function watchSize(place: HTMLElement, onChange: () => void): () => void {
  let frame = 0
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(onChange)
  })
  observer.observe(place)
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
  }
}
