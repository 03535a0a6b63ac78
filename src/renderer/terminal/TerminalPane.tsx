import './TerminalPane.css'
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Launch, LaunchId } from '../../shared/drive/launch'
import { foreignLine } from '../controls/foreignLine'
import { IconButton } from '../controls/IconButton'
import { Tip } from '../controls/Tip'
import { drawerFocus } from '../drive/drawer/drawerFocus'
import { commandKey } from '../window/commandKey'
import { ExitLine } from './ExitLine'
import { PasteWarning } from './PasteWarning'
import { spokenChoice } from './spokenChoice'
import { TerminalFind } from './TerminalFind'
import type { TerminalScreen } from './TerminalScreen'
import { TerminalTabs } from './TerminalTabs'
import { usePaste } from './usePaste'
import { useScreen } from './useScreen'

interface TerminalPaneProps {
  readonly launch: Launch
}

/** The terminal of a session that was started here. All keys are its program's, but for the way out. */
export function TerminalPane({ launch }: TerminalPaneProps) {
  const entry = useRef<HTMLButtonElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [isFinding, setFinding] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const events = useMemo(
    () => ({ onLeave: () => entry.current?.focus(), onFind: () => setFinding(true), onRefused: setRefusal }),
    [],
  )
  const screen = useScreen(launch.id, place, events)
  const { asked, answer } = usePaste(place, screen)
  const isOver = launch.phase === 'ended' || launch.phase === 'failed'
  useEffect(() => screen?.end(isOver), [screen, isOver])
  useFirstFocus(launch.id, screen, place)
  const isBroken = refusal !== null && !isOver
  const enter = (): void => screen?.opened.terminal.focus()
  const closeFind = (): void => {
    setFinding(false)
    enter()
  }
  return (
    <div className="terminal-pane">
      <TerminalTabs shown={launch.id} />
      <div className="terminal-stage">
        <TerminalFrame title={launch.title} entry={entry} place={place} onEnter={enter} />
        <TerminalBar onFind={() => setFinding(true)} onSpoken={(isSpoken) => screen?.speak(isSpoken)} />
        {isFinding && screen && <TerminalFind search={screen.opened.search} onClose={closeFind} />}
        {asked && <PasteWarning paste={asked} onAnswer={answer} />}
      </div>
      {isBroken && <RefusalLine reason={refusal} onClose={() => setRefusal(null)} />}
      <ExitLine launch={launch} />
    </div>
  )
}

/** Who opened the drawer wants to type; who walks through the list of runs wants to go on walking. */
function useFirstFocus(launch: LaunchId, screen: TerminalScreen | null, place: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    if (!screen) return
    const { activeElement } = document
    const drawer = place.current?.closest('.drawer') ?? null
    const isFree = activeElement === document.body || drawer?.contains(activeElement)
    if (drawerFocus.take(launch) || isFree) screen.opened.terminal.focus()
  }, [launch, screen, place])
}

interface TerminalFrameProps {
  readonly title: string
  readonly entry: RefObject<HTMLButtonElement | null>
  readonly place: RefObject<HTMLDivElement | null>
  readonly onEnter: () => void
}

/** The entry is what Tab reaches, and where F6 leads back to: into the terminal itself Tab would lead, but never out again. */
function TerminalFrame({ title, entry, place, onEnter }: TerminalFrameProps) {
  const help = useId()
  return (
    <section className="terminal-frame" aria-label={`Terminal: ${foreignLine(title)}`}>
      <button ref={entry} type="button" className="btn small terminal-entry" aria-describedby={help} onClick={onEnter}>
        <span className="kbd">Enter</span> Type in the terminal
      </button>
      <p id={help} className="terminal-help">
        In the terminal all keys go to its program, but for these: F6 leaves it, {commandKey('F')} finds in it.
      </p>
      <div ref={place} className="terminal-screen" />
    </section>
  )
}

interface TerminalBarProps {
  readonly onFind: () => void
  readonly onSpoken: (isSpoken: boolean) => void
}

function TerminalBar({ onFind, onSpoken }: TerminalBarProps) {
  const [isSpoken, setSpoken] = useState(spokenChoice.read)
  const speak = (): void => {
    spokenChoice.keep(!isSpoken)
    setSpoken(!isSpoken)
    onSpoken(!isSpoken)
  }
  return (
    <div className="terminal-bar">
      <IconButton icon="search" label="Find in the terminal" shortcut={commandKey('F')} onPress={onFind} />
      <IconButton icon="transcript" label="Tell screen readers what it shows" isOn={isSpoken} onPress={speak} />
      <Tip text="All keys are the program’s; F6 leaves the terminal.">
        <span className="kbd terminal-way-out" aria-hidden="true">
          F6
        </span>
      </Tip>
    </div>
  )
}

function RefusalLine({ reason, onClose }: { readonly reason: string; readonly onClose: () => void }) {
  return (
    <div className="terminal-line failed" role="alert">
      <span className="grow">What was typed did not arrive: {reason}</span>
      <button type="button" className="btn small quiet" onClick={onClose}>
        Close
      </button>
    </div>
  )
}
