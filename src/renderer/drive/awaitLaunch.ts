import type { LaunchId } from '../../shared/drive/launch'
import { useRuns } from '../store/runs'
import { selectRun } from '../store/select'
import { type Ui, useUi } from '../store/ui'
import { useDrive } from './useDrive'

/** Where a person was when they asked for something that takes a while. */
export type Whereabouts = Pick<Ui, 'run' | 'chosen'>

export function whereabouts(): Whereabouts {
  const { run, chosen } = useUi.getState()
  return { run, chosen }
}

/**
 * Shows a launch until its run is in the list, and then the run. Null: a person has gone elsewhere; so they have where they are not in
 * the place any more `from` which they started it.
 */
export function awaitLaunch(launch: LaunchId | null, from: Whereabouts = whereabouts()): void {
  const now = whereabouts()
  if (launch !== null && (now.run !== from.run || now.chosen !== from.chosen)) return
  useDrive.setState({ awaited: launch })
  goToAwaited()
}

/** Before its run is in the list there would be nothing to open. */
function goToAwaited(): void {
  const { awaited, launches } = useDrive.getState()
  const run = launches.find(({ id }) => id === awaited)?.run ?? null
  if (run === null || !useRuns.getState().rows.has(run) || isWritingElsewhere(awaited)) return
  useDrive.setState({ awaited: null })
  selectRun(run)
  useUi.setState({ isDrawerOpen: true })
}

/** For as long as the page lives. */
export function keepAwaiting(): () => void {
  const ends = [
    useDrive.subscribe((drive, before) => {
      if (drive.launches !== before.launches) goToAwaited()
    }),
    useRuns.subscribe(goToAwaited),
    hearFocus(goToAwaited),
    useUi.subscribe((ui, before) => {
      if (isElsewhere(ui, before)) useDrive.setState({ awaited: null })
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** A person who writes to another session is not taken away from it in the middle of a word. */
function isWritingElsewhere(awaited: LaunchId | null): boolean {
  // Without a page nobody writes.
  const field = globalThis.document?.activeElement
  const drawer = field?.closest<HTMLElement>('.drawer')
  if (!drawer || drawer.dataset['launch'] === awaited) return false
  // What is typed into a terminal is not in its field.
  return field instanceof HTMLTextAreaElement && (field.value !== '' || field.closest('.terminal-pane') !== null)
}

function hearFocus(listener: () => void): () => void {
  // By then the focus is where it goes to.
  const hear = (): void => queueMicrotask(listener)
  globalThis.document?.addEventListener('focusout', hear)
  return () => globalThis.document?.removeEventListener('focusout', hear)
}

/** The run that was shown before may be chosen again: it lies behind what is awaited. */
function isElsewhere(ui: Pick<Ui, 'run' | 'chosen'>, before: Pick<Ui, 'run' | 'chosen'>): boolean {
  return ui.run !== null && (ui.run !== before.run || ui.chosen !== before.chosen) && useDrive.getState().awaited !== null
}
