import { TreeCanvas } from '../canvas/TreeCanvas'
import { MenuLayer } from '../controls/Menu'
import { TipLayer } from '../controls/Tip'
import { NodeAsk } from '../drive/asks/NodeAsk'
import { DriveDialogs } from '../drive/DriveDialogs'
import { Drawer } from '../drive/drawer/Drawer'
import { NewRunDialog } from '../drive/launch/NewRunDialog'
import { StartingLaunch } from '../drive/launch/StartingLaunch'
import { useDrive } from '../drive/useDrive'
import { AgentDialogs } from '../inspector/AgentDialogs'
import { Inspector } from '../inspector/Inspector'
import { Palette } from '../palette/Palette'
import { RunsPane } from '../runs/RunsPane'
import { SettingsDialog } from '../settings/SettingsDialog'
import { FirstStart } from '../start/FirstStart'
import { StatusBar } from '../status/StatusBar'
import { useUi } from '../store/ui'
import { Banners } from './Banners'
import { Frame } from './Frame'
import { KeysSheet } from './KeysSheet'
import { PaneBoundary } from './PaneBoundary'
import { RunHeader } from './RunHeader'
import { RunTroubles } from './RunTroubles'
import { TitleBar } from './TitleBar'
import { ToolRow } from './ToolRow'
import { useIsEmpty } from './useIsEmpty'
import { watchHeight } from './watchHeight'

export function App() {
  return (
    <>
      <Frame
        title={<TitleBar />}
        banners={<Banners />}
        runs={<Runs />}
        inspector={<Details />}
        drawer={<Session />}
        status={<StatusBar />}
      >
        <Centre />
      </Frame>
      <Overlays />
      <PaneBoundary name="dialog">
        <AgentDialogs />
        <DriveDialogs />
      </PaneBoundary>
      <MenuLayer />
      <TipLayer />
    </>
  )
}

function Runs() {
  return (
    <PaneBoundary name="list of runs">
      <RunsPane />
    </PaneBoundary>
  )
}

function Details() {
  return (
    <PaneBoundary name="inspector">
      <Inspector />
    </PaneBoundary>
  )
}

function Session() {
  return (
    <PaneBoundary name="session">
      <Drawer />
    </PaneBoundary>
  )
}

function Centre() {
  const isEmpty = useIsEmpty()
  const isStarting = useDrive((drive) => drive.awaited !== null)
  return (
    <main className="main">
      <PaneBoundary name={isEmpty ? 'first page' : 'tree'} key={String(isEmpty)}>
        {isStarting ? (
          <StartingLaunch />
        ) : isEmpty ? (
          <FirstStart />
        ) : (
          <>
            <CentreHead />
            <TreeCanvas>
              <NodeAsk />
            </TreeCanvas>
          </>
        )}
      </PaneBoundary>
    </main>
  )
}

function CentreHead() {
  return (
    <div className="centre-head" ref={watchHeight}>
      <RunHeader />
      <RunTroubles />
      <ToolRow />
    </div>
  )
}

function Overlays() {
  const overlay = useUi((ui) => ui.overlay)
  return (
    <PaneBoundary name="dialog" key={overlay}>
      {overlay === 'palette' && <Palette />}
      {overlay === 'settings' && <SettingsDialog />}
      {overlay === 'keys' && <KeysSheet />}
      {overlay === 'new-run' && <NewRunDialog />}
    </PaneBoundary>
  )
}
