import type { Ask, AskId } from '../../../shared/drive/ask'
import { selectRun } from '../../store/select'
import { useUi } from '../../store/ui'
import { useDrive } from '../useDrive'
import { isHalfVisible } from './isHalfVisible'

/** A card that is seen takes the focus, and with it the keys; without one the oldest ask is gone to, and its card waited for. */
export function goToAsk(): void {
  if (focusSeen(() => true)) return
  const oldest = useDrive.getState().asks[0]
  if (oldest) showAsk(oldest)
}

/** Selects who asks, where its card has a place for certain, and hands it the focus when it is there. */
export function showAsk({ id, run, key }: Ask): void {
  if (run === null) return
  useUi.setState({ isInspectorOpen: true })
  selectRun(run, key)
  waitFor(id)
}

/** Long enough for a busy machine to show it, and no longer: hours later a card would take the keys away from something else. */
const waitMs = 20_000
let waits = 0

function waitFor(ask: AskId): void {
  const before = document.activeElement
  const until = performance.now() + waitMs
  const { run, chosen } = useUi.getState()
  const own = ++waits
  const isMeant = (): boolean => {
    const now = useUi.getState()
    // Whoever went on to something else meanwhile is not called back.
    const hasStayed = document.activeElement === before || document.activeElement === document.body
    return own === waits && hasStayed && now.run === run && now.chosen === chosen && performance.now() < until
  }
  const look = (): void => {
    if (isMeant() && !focusSeen((id) => id === ask)) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

function focusSeen(isMeant: (id: string | undefined) => boolean): boolean {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-ask]')].filter(
    (card) => isMeant(card.dataset['ask']) && card.checkVisibility({ visibilityProperty: true }),
  )
  // One that is seen goes before one that is only below the edge of its list.
  for (const card of cards) if (isHalfVisible(card)) return focusCard(card)
  for (const card of cards) {
    card.scrollIntoView({ block: 'nearest' })
    if (isHalfVisible(card)) return focusCard(card)
  }
  return false
}

function focusCard(card: HTMLElement): true {
  // Whoever was writing goes on writing.
  const field = card.querySelector<HTMLElement>('.ask-deny textarea') ?? card
  field.focus({ preventScroll: true })
  return true
}
