import { goToNextNeeding } from '../attention/nextNeeding'
import { copyText } from '../controls/copyText'
import type { MenuAction } from '../controls/MenuItem'
import { openNewRun } from '../drive/launch/openNewRun'
import { changeSettings } from '../settings/changeSettings'
import { callEngine, faultOf } from '../store/client'
import { tell } from '../store/tell'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'

/** What can be done with the window and the run as a whole, as of now. */
export function appActions(): readonly MenuAction[] {
  const ui = useUi.getState()
  const noRun = ui.run === null ? 'No run is open.' : undefined
  const does = (id: string, label: string, icon: string, run: () => void, more: Partial<MenuAction> = {}): MenuAction => ({
    kind: 'action',
    id,
    label,
    icon,
    run,
    ...more,
  })
  return [
    does('new-run', 'New run', 'plus', () => openNewRun(), { shortcut: 'Shift N' }),
    does('next', 'Next that needs you', 'st-waiting', () => void goToNextNeeding(), { shortcut: 'n' }),
    does('follow', 'Follow what is live', 'follow', () => useUi.setState({ camera: 'follow' }), {
      shortcut: 'l',
      disabledReason: noRun,
    }),
    does('fit', 'Fit the tree into the window', 'fit', () => useUi.setState({ camera: 'fit' }), {
      shortcut: 'f',
      disabledReason: noRun,
    }),
    does('map', ui.isMapOpen ? 'Hide the map' : 'Show the map', 'map', () => useUi.setState({ isMapOpen: !ui.isMapOpen })),
    does('inspector', ui.isInspectorOpen ? 'Close the inspector' : 'Open the inspector', 'panel', () =>
      useUi.setState({ isInspectorOpen: !ui.isInspectorOpen }),
    ),
    does('copy-run', 'Copy URI of the run', 'copy', () => void copyText(ui.run ?? ''), {
      disabledReason: noRun,
      hint: ui.run ?? undefined,
    }),
    ...settingActions(does),
    does('settings', 'Settings', 'settings', () => useUi.setState({ overlay: 'settings' })),
    does('keys', 'All keys', 'key', () => useUi.setState({ overlay: 'keys' }), { shortcut: '?' }),
    does('look', 'Look at the folders again', 'refresh', () => ask(callEngine('lookAgain', {}))),
    demoAction(does),
  ]
}

type Does = (id: string, label: string, icon: string, run: () => void, more?: Partial<MenuAction>) => MenuAction

function settingActions(does: Does): readonly MenuAction[] {
  const { theme, density, direction } = useTold.getState().settings
  const themes = ['system', 'dark', 'light'] as const
  return [
    ...themes
      .filter((each) => each !== theme)
      .map((each) =>
        does(
          `theme-${each}`,
          each === 'system' ? 'Theme of the system' : `Theme: ${each}`,
          each === 'light' ? 'sun' : 'moon',
          () => change({ theme: each }),
        ),
      ),
    direction === 'right'
      ? does('direction', 'Grow the tree downwards', 'dir-td', () => change({ direction: 'down' }))
      : does('direction', 'Grow the tree to the right', 'dir-lr', () => change({ direction: 'right' })),
    density === 'compact'
      ? does('density', 'Comfortable rows', 'panel', () => change({ density: 'comfortable' }))
      : does('density', 'Compact rows', 'panel', () => change({ density: 'compact' })),
  ]
}

function demoAction(does: Does): MenuAction {
  const isDemo = useTold.getState().health?.isDemo === true
  return does('demo', isDemo ? 'Stop the demo' : 'Play the demo', isDemo ? 'stop' : 'play', () =>
    ask(callEngine('playDemo', { isPlaying: !isDemo })),
  )
}

function change(change: Parameters<typeof changeSettings>[0]): void {
  void changeSettings(change).then((failure) => {
    if (failure !== null) tell({ level: 'error', code: 'settings', message: failure })
  })
}

function ask(answer: Promise<unknown>): void {
  void answer.catch((error: unknown) => tell({ level: 'error', code: 'call', message: faultOf(error).message }))
}
