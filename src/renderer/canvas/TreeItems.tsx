import { type KeyboardEvent, type RefObject, useMemo } from 'react'
import type { AgentKey } from '../../shared/ids'
import { phaseWord } from '../../shared/phaseWord'
import { shownPhase } from '../../shared/shownPhase'
import { foreignLine } from '../controls/foreignLine'
import { useTreeStandstill } from '../drive/standstill'
import { isGuess } from '../inspector/link/evidenceWord'
import type { Layout } from '../layout/blockLayout'
import { agentName } from '../store/agentName'
import { useAgent } from '../store/forest'
import { useUi } from '../store/ui'
import { usePointed } from './pointed'
import { useScene } from './useScene'

const around = 100

interface TreeItemsProps {
  readonly place: RefObject<HTMLDivElement | null>
  readonly onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void
  readonly onKeyUp: (event: KeyboardEvent<HTMLDivElement>) => void
}

/** The tree for those who do not look at the canvas. It holds the focus; of many thousand agents only those around it are in the page. */
export function TreeItems({ place, onKeyDown, onKeyUp }: TreeItemsProps) {
  const layout = useScene(({ scene }) => scene?.layout ?? null)
  const selected = useUi((ui) => ui.selected)
  const order = useMemo(() => (layout ? shownOrder(layout) : []), [layout])
  const counts = useMemo(() => (layout ? siblingCounts(layout) : null), [layout])
  const current = layout && selected !== null ? (layout.shape.indexOf.get(selected) ?? 0) : 0
  const at = Math.max(0, order.indexOf(current))
  const items = order.slice(Math.max(0, at - around), at + around + 1)
  return (
    <div
      className="canvas-tree"
      role="tree"
      aria-label="Agents"
      tabIndex={0}
      ref={place}
      aria-activedescendant={layout && items.length > 0 ? itemId(order[at] ?? 0) : undefined}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
      onFocus={(event) => usePointed.setState({ isFocusSeen: event.currentTarget.matches(':focus-visible') })}
      onBlur={() => usePointed.setState({ isFocusSeen: false })}
    >
      {layout &&
        counts &&
        items.map((i) => (
          <TreeItem
            key={layout.shape.keys[i]}
            agentKey={layout.shape.keys[i]!}
            id={itemId(i)}
            level={layout.shape.depth[i]! + 1}
            place={counts.place[i]!}
            of={counts.of[i]!}
            isExpanded={layout.shape.end[i] === i + 1 ? undefined : layout.folding.folded[i] === 0}
            isSelected={layout.shape.keys[i] === selected}
          />
        ))}
    </div>
  )
}

interface TreeItemProps {
  readonly agentKey: AgentKey
  readonly id: string
  readonly level: number
  readonly place: number
  readonly of: number
  readonly isExpanded: boolean | undefined
  readonly isSelected: boolean
}

function TreeItem({ agentKey, id, level, place, of, isExpanded, isSelected }: TreeItemProps) {
  const agent = useAgent(agentKey)
  const isPaused = useTreeStandstill().sinceMs !== null
  if (!agent) return null
  const guessed = agent.parent !== null && isGuess(agent.link) ? 'guessed' : ''
  const words = [
    foreignLine(agentName(agent)),
    phaseWord(shownPhase(agent.phase, isPaused)),
    foreignLine(agent.description ?? ''),
    guessed,
  ]
  const label = words.filter((part) => part !== '')
  return (
    <div
      role="treeitem"
      // The tree itself holds the focus and hears the keys.
      tabIndex={-1}
      id={id}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={of}
      aria-expanded={isExpanded}
      aria-selected={isSelected}
      aria-label={label.join(', ')}
      data-agent={agentKey}
    />
  )
}

function itemId(i: number): string {
  return `agent-${i}`
}

function shownOrder({ shown }: Layout): number[] {
  const order: number[] = []
  for (let i = 0; i < shown.length; i++) if (shown[i] === 1) order.push(i)
  return order
}

/** Which child each one is, and of how many: those that are put away count as well. */
function siblingCounts({ shape }: Layout): { readonly place: Int32Array; readonly of: Int32Array } {
  const count = shape.keys.length
  const place = new Int32Array(count).fill(1)
  const of = new Int32Array(count).fill(1)
  const seen = new Int32Array(count)
  for (let i = 1; i < count; i++) place[i] = ++seen[shape.parent[i]!]!
  for (let i = 1; i < count; i++) of[i] = seen[shape.parent[i]!]!
  return { place, of }
}
