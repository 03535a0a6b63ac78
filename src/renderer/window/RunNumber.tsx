import { type ReactNode, useState } from 'react'
import type { NumberName } from '../../shared/transcriptParts'
import { Popover } from '../controls/Popover'
import { Tip } from '../controls/Tip'
import { NumberPopover } from '../inspector/header/NumberPopover'
import { SumRows } from '../inspector/header/SumRows'
import { useForest } from '../store/forest'
import { selectAgent } from '../store/select'
import { useUi } from '../store/ui'
import { AgentCounts } from './AgentCounts'
import { RunSpan } from './RunSpan'

interface RunNumberProps {
  readonly name: NumberName | 'agents'
  readonly tip: string
  readonly className?: string
  readonly children: ReactNode
}

/** A number of the whole run that opens to what it is made of. */
export function RunNumber({ name, tip, className = '', children }: RunNumberProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = (): void => setAnchor(null)
  return (
    <>
      <Tip text={tip}>
        <button
          type="button"
          className={`run-number ${className}`}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
        >
          {children}
        </button>
      </Tip>
      {anchor && <Detail name={name} anchor={anchor} onClose={close} />}
    </>
  )
}

interface DetailProps {
  readonly name: NumberName | 'agents'
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

function Detail({ name, anchor, onClose }: DetailProps) {
  const run = useForest((forest) => forest.run)
  const root = useForest((forest) => forest.root)
  if (name === 'agents') {
    return (
      <Popover label="agents" anchor={anchor} onClose={onClose} width={280}>
        <AgentCounts />
      </Popover>
    )
  }
  if (run === null || root === null) return null
  const showRoot = (): void => {
    selectAgent(root)
    useUi.setState({ isInspectorOpen: true })
  }
  const isSummed = name === 'tokens' || name === 'cost'
  const lead = isSummed ? <SumRows agent={root} name={name} isRun onJump={onClose} /> : <RunSpan />
  return <NumberPopover run={run} agent={root} name={name} anchor={anchor} lead={lead} onClose={onClose} onJump={showRoot} />
}
