import type { KeyboardEvent, MouseEvent } from 'react'
import type { AgentKey, RunUri } from '../../shared/ids'
import { IconButton } from '../controls/IconButton'
import { openMenu } from '../controls/Menu'
import { useAgent } from '../store/forest'
import { type Remembered, useUi } from '../store/ui'
import { closeFind, openFind, useFind } from './transcript/findStore'
import { jumpActions } from './transcript/jumpActions'

type TabName = Remembered['inspectorTab']

const tabs: readonly { readonly name: TabName; readonly label: string }[] = [
  { name: 'transcript', label: 'Transcript' },
  { name: 'result', label: 'Prompt & result' },
  { name: 'tools', label: 'Tools' },
  { name: 'facts', label: 'Facts' },
]

export function InspectorTabs({ run, agent }: { readonly run: RunUri; readonly agent: AgentKey }) {
  const shown = useUi((ui) => ui.inspectorTab)
  return (
    <div className="tabs">
      <div className="tabs-list" role="tablist" aria-label="Inspector" onKeyDown={walkTabs}>
        {tabs.map(({ name, label }) => (
          <button
            type="button"
            key={name}
            role="tab"
            id={`insp-tab-${name}`}
            aria-selected={shown === name}
            aria-controls={shown === name ? `insp-pane-${name}` : undefined}
            tabIndex={shown === name ? 0 : -1}
            className={shown === name ? 'tab on' : 'tab'}
            onClick={() => useUi.setState({ inspectorTab: name })}
          >
            {label}
            {name === 'tools' && <ToolCount agent={agent} />}
          </button>
        ))}
      </div>
      <span className="grow" />
      {shown === 'transcript' && <TranscriptTools run={run} agent={agent} />}
    </div>
  )
}

function ToolCount({ agent }: { readonly agent: AgentKey }) {
  const count = useAgent(agent)?.tools ?? 0
  return count > 0 ? <span className="num">{count}</span> : null
}

function TranscriptTools({ run, agent }: { readonly run: RunUri; readonly agent: AgentKey }) {
  const isFinding = useFind((find) => find.isOpen)
  const jump = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void =>
    openMenu({ at: currentTarget, label: 'Jump', items: jumpActions(run, agent) })
  return (
    <span className="row tabs-tools">
      <IconButton icon="dir-td" label="Jump to a prompt or an error" onPress={jump} />
      <IconButton icon="search" label="Find in transcript" isExpanded={isFinding} onPress={isFinding ? closeFind : openFind} />
    </span>
  )
}

function walkTabs(event: KeyboardEvent<HTMLDivElement>): void {
  const at = tabs.findIndex(({ name }) => name === useUi.getState().inspectorTab)
  const to = tabTo(event.key, at)
  const next = to === null ? undefined : tabs[to]
  if (!next) return
  event.preventDefault()
  event.stopPropagation()
  useUi.setState({ inspectorTab: next.name })
  document.getElementById(`insp-tab-${next.name}`)?.focus()
}

function tabTo(key: string, at: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % tabs.length
    case 'ArrowLeft':
      return (at + tabs.length - 1) % tabs.length
    case 'Home':
      return 0
    case 'End':
      return tabs.length - 1
    default:
      return null
  }
}
