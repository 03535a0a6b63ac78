import { type KeyboardEvent, type MouseEvent, useMemo } from 'react'
import { formatCount } from '../../shared/formatCount'
import type { AgentKey, RunUri } from '../../shared/ids'
import { IconButton } from '../controls/IconButton'
import { openMenu } from '../controls/Menu'
import { useAgent, useForest } from '../store/forest'
import { useUi } from '../store/ui'
import { countBelow } from './subtree/countBelow'
import { closeFind, openFind, useFind } from './transcript/findStore'
import { jumpActions } from './transcript/jumpActions'
import { RawButton } from './transcript/raw/RawButton'
import { SiftButton } from './transcript/SiftButton'
import { type TabName, useHasChildren, useShownTab } from './useShownTab'

const tabs: readonly { readonly name: TabName; readonly label: string }[] = [
  { name: 'transcript', label: 'Transcript' },
  { name: 'result', label: 'Prompt & result' },
  { name: 'tools', label: 'Tools' },
  { name: 'subtree', label: 'Subtree' },
  { name: 'facts', label: 'Facts' },
]

export function InspectorTabs({ run, agent }: { readonly run: RunUri; readonly agent: AgentKey }) {
  const shown = useShownTab(agent)
  const hasChildren = useHasChildren(agent)
  const offered = tabs.filter(({ name }) => name !== 'subtree' || hasChildren)
  return (
    <div className="tabs">
      <div
        className={hasChildren ? 'tabs-list many' : 'tabs-list'}
        role="tablist"
        aria-label="Inspector"
        onKeyDown={(event) => walkTabs(event, offered, shown)}
      >
        {offered.map(({ name, label }) => (
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
            {name === 'subtree' && <AgentCount agent={agent} />}
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
  return count > 0 ? <span className="num">{formatCount(count)}</span> : null
}

function AgentCount({ agent }: { readonly agent: AgentKey }) {
  const structure = useForest((forest) => forest.structure)
  const count = useMemo(() => countAt(agent, structure), [agent, structure])
  return <span className="num">{formatCount(count)}</span>
}

/** The map is changed in place: the structure says when to count again. */
function countAt(agent: AgentKey, _structure: number): number {
  return countBelow(useForest.getState().children, agent)
}

function TranscriptTools({ run, agent }: { readonly run: RunUri; readonly agent: AgentKey }) {
  const isFinding = useFind((find) => find.isOpen)
  const jump = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void =>
    openMenu({ at: currentTarget, label: 'Jump', items: jumpActions(run, agent) })
  return (
    <span className="row tabs-tools">
      <IconButton icon="dir-td" label="Jump to a prompt or an error" onPress={jump} />
      <RawButton />
      <SiftButton />
      <IconButton icon="search" label="Find in transcript" isExpanded={isFinding} onPress={isFinding ? closeFind : openFind} />
    </span>
  )
}

function walkTabs(event: KeyboardEvent<HTMLDivElement>, offered: typeof tabs, shown: TabName): void {
  const at = offered.findIndex(({ name }) => name === shown)
  const to = tabTo(event.key, at, offered.length)
  const next = to === null ? undefined : offered[to]
  if (!next) return
  event.preventDefault()
  event.stopPropagation()
  useUi.setState({ inspectorTab: next.name })
  document.getElementById(`insp-tab-${next.name}`)?.focus()
}

function tabTo(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
