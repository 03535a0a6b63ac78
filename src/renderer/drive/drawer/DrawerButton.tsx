import { IconButton } from '../../controls/IconButton'
import { useUi } from '../../store/ui'
import { drawerLaunchOf } from '../launchOfRun'
import { useDrive } from '../useDrive'

/** Only of runs that were started here there is more than to look. */
export function DrawerButton() {
  const run = useUi((ui) => ui.run)
  const isOpen = useUi((ui) => ui.isDrawerOpen)
  const way = useDrive(({ launches }) => drawerLaunchOf(launches, run)?.way)
  if (way === undefined) return null
  const name = way === 'terminal' ? 'terminal' : 'composer'
  return (
    <IconButton
      icon="drawer"
      size={16}
      label={isOpen ? `Close the ${name}` : `Open the ${name}`}
      isOn={isOpen}
      onPress={() => useUi.setState({ isDrawerOpen: !isOpen })}
    />
  )
}
