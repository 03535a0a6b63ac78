import { type KeyboardEvent, type MouseEvent, useMemo } from 'react'
import type { Launch, LaunchId } from '../../shared/drive/launch'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { Tip } from '../controls/Tip'
import { awaitLaunch } from '../drive/awaitLaunch'
import { launchWord, phaseLine, startingLine } from '../drive/phaseLine'
import { useDrive } from '../drive/useDrive'
import { clockTime } from '../inspector/clockTime'
import { closeTerminal } from './closeTerminal'
import { exitWords } from './exitWords'
import { tabOrder } from './tabOrder'

interface TerminalTabsProps {
  readonly shown: LaunchId
}

/** One for each terminal that was started here; nothing where there is only one. */
export function TerminalTabs({ shown }: TerminalTabsProps) {
  const launches = useDrive(({ launches: all }) => all)
  const terminals = useMemo(() => tabOrder(launches), [launches])
  if (terminals.length < 2) return null
  return (
    <div className="terminal-tabs" role="tablist" aria-label="Terminals">
      {terminals.map((launch) => (
        <TerminalTab key={launch.id} launch={launch} isShown={launch.id === shown} />
      ))}
    </div>
  )
}

interface TerminalTabProps {
  readonly launch: Launch
  readonly isShown: boolean
}

function TerminalTab({ launch, isShown }: TerminalTabProps) {
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step !== undefined) stepTab(event.currentTarget, step)
    if (event.key === 'Delete') closeTerminal(launch)
  }
  const close = (event: MouseEvent): void => {
    event.stopPropagation()
    closeTerminal(launch)
  }
  const glyph = `st-${(launch.run === null ? startingLine : phaseLine)(launch, 0).glyph}`
  const state = exitWords(launch)?.text ?? launchWord(launch.phase)
  return (
    <Tip text={<TabTip launch={launch} state={state} />}>
      <button
        type="button"
        role="tab"
        className={`terminal-tab${isShown ? ' on' : ''}`}
        aria-selected={isShown}
        aria-keyshortcuts="Delete"
        tabIndex={isShown ? 0 : -1}
        onClick={() => awaitLaunch(launch.id)}
        onAuxClick={(event) => event.button === 1 && close(event)}
        onKeyDown={press}
      >
        <Icon name={glyph} size={14} className={glyph} label={launchWord(launch.phase)} />
        <Foreign text={launch.title} />
        <span className="t1 f3 nb">{clockTime(launch.started).slice(0, 5)}</span>
        {/* For the pointer: a tab holds nothing else that the keyboard could reach. */}
        <span className="terminal-tab-close" aria-hidden="true" onClick={close}>
          <Icon name="close" size={12} />
        </span>
      </button>
    </Tip>
  )
}

function stepTab(tab: HTMLElement, by: number): void {
  const tabs = [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
  tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]?.focus()
}

function TabTip({ launch: { title, started }, state }: { readonly launch: Launch; readonly state: string }) {
  return (
    <>
      <Foreign text={title} className="f1" />
      <div>
        {state} · started {clockTime(started)} · <span className="kbd">Delete</span> closes it
      </div>
    </>
  )
}
