import './Drawer.css'
import { lazy, Suspense, useState } from 'react'
import type { Launch, LaunchId } from '../../../shared/drive/launch'
import { useUi } from '../../store/ui'
import { drawerLaunchOf } from '../launchOfRun'
import { SteerFailure } from '../SteerFailure'
import { useDrive } from '../useDrive'
import { Composer } from './Composer'
import { DrawerAsks } from './DrawerAsks'
import { DrawerGrip } from './DrawerGrip'
import { DrawerHead, type DrawerTab } from './DrawerHead'
import { interruptOnEscape } from './interruptOnEscape'

const TerminalPane = lazy(() => import('../../terminal/TerminalPane').then(({ TerminalPane: pane }) => ({ default: pane })))

/** What was started here behind the run that is shown: what it is told, what it asks, its terminal. */
export function Drawer() {
  const run = useUi((ui) => ui.run)
  const isOpen = useUi((ui) => ui.isDrawerOpen)
  // A terminal whose session has no record yet may be waiting for its first words.
  const awaited = useDrive(({ launches, awaited: id }) => launches.find((one) => one.id === id && one.way === 'terminal') ?? null)
  const own = useDrive(({ launches }) => drawerLaunchOf(launches, run))
  const launch = awaited ?? own
  return isOpen && launch ? <DrawerOf launch={launch} /> : null
}

function DrawerOf({ launch }: { readonly launch: Launch }) {
  const height = useUi((ui) => ui.drawerHeight)
  const [chosen, setChosen] = useState<{ readonly of: LaunchId; readonly tab: DrawerTab } | null>(null)
  const usual = launch.way === 'terminal' ? 'terminal' : 'composer'
  const tab = chosen?.of === launch.id ? chosen.tab : usual
  return (
    <section
      className="drawer"
      aria-label="Session"
      data-launch={launch.id}
      style={{ height }}
      onKeyDown={interruptOnEscape(launch)}
    >
      <DrawerGrip />
      <DrawerHead launch={launch} tab={tab} onTab={(next) => setChosen({ of: launch.id, tab: next })} />
      <SteerFailure launch={launch.id} />
      <div className="drawer-pane" role="tabpanel" id={`drawer-pane-${tab}`} aria-labelledby={`drawer-tab-${tab}`}>
        {tab === 'terminal' ? (
          <Suspense fallback={<p className="drawer-wait f3">Opening the terminal …</p>}>
            <TerminalPane launch={launch} key={launch.id} />
          </Suspense>
        ) : (
          <>
            <Composer launch={launch} key={launch.id} />
            <DrawerAsks launch={launch.id} />
          </>
        )}
      </div>
    </section>
  )
}
