import type { LaunchId } from '../../../shared/drive/launch'
import { useUi } from '../../store/ui'
import { drawerLaunchOf } from '../launchOfRun'
import { useDrive } from '../useDrive'
import { drawerFocus } from './drawerFocus'
import { useDrafts, writeDraft } from './useDrafts'
import { withWords } from './withWords'

/** Opens the drawer at what a person writes to a run, with some words put to what is already there. */
export function openComposer(launch: LaunchId, words?: string): void {
  if (words !== undefined) writeDraft(launch, withWords(useDrafts.getState().texts[launch] ?? '', words))
  useUi.setState({ isDrawerOpen: true })
  drawerFocus.want(launch)
  // By then the composer is there; a terminal sees to it when it is.
  requestAnimationFrame(() => focusDrawer(launch))
}

/** Where a person writes: the composer, or the terminal. */
function focusDrawer(launch: LaunchId): void {
  const field = document.querySelector<HTMLElement>('.drawer textarea, .drawer .drawer-pane [tabindex]')
  field?.focus()
  if (!(field instanceof HTMLTextAreaElement)) return
  drawerFocus.take(launch)
  field.setSelectionRange(field.value.length, field.value.length)
}

/** The drawer of the run that is shown; a run that was not started here has none. */
export function goToDrawer(): void {
  const launch = drawerLaunchOf(useDrive.getState().launches, useUi.getState().run)
  if (launch) openComposer(launch.id)
}
