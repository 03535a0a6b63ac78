import { TreeCanvas } from '../canvas/TreeCanvas'
import { MenuLayer } from '../controls/Menu'
import { TipLayer } from '../controls/Tip'
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
      <Frame title={<TitleBar />} banners={<Banners />} runs={<Runs />} inspector={<Details />} status={<StatusBar />}>
        <Centre />
      </Frame>
      <Overlays />
      <PaneBoundary name="dialog">
        <AgentDialogs />
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

function Centre() {
  const isEmpty = useIsEmpty()
  return (
    <main className="main">
      <PaneBoundary name={isEmpty ? 'first page' : 'tree'} key={String(isEmpty)}>
        {isEmpty ? (
          <FirstStart />
        ) : (
          <>
            <CentreHead />
            <TreeCanvas />
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
    </PaneBoundary>
  )
}
