import type { ReactNode } from 'react'
import type { AgentKey, RunUri } from '../../../shared/ids'
import type { NumberName } from '../../../shared/transcriptParts'
import { Popover } from '../../controls/Popover'
import { NumberRows } from './NumberRows'
import { SumRows } from './SumRows'

interface NumberPopoverProps {
  readonly run: RunUri
  readonly agent: AgentKey
  readonly name: NumberName
  readonly anchor: HTMLElement
  /** For the number of a whole run: what it is made of besides the records of the root. */
  readonly lead?: ReactNode
  readonly onClose: () => void
  /** Before the way to a record is taken. */
  readonly onJump?: () => void
}

/** Everything a number is made of: first who shares in it, then the agent's own records. */
export function NumberPopover({ run, agent, name, anchor, lead, onClose, onJump }: NumberPopoverProps) {
  const jump = (): void => {
    onClose()
    onJump?.()
  }
  const isSummed = name === 'tokens' || name === 'cost'
  const title = lead !== undefined ? `${name}, the root itself` : isSummed ? `${name} of its own` : name
  return (
    <Popover label={name} anchor={anchor} onClose={onClose} width={372}>
      <div className="number-detail">
        {lead ?? (isSummed && <SumRows agent={agent} name={name} isRun={false} onJump={onClose} />)}
        <NumberRows run={run} agent={agent} name={name} title={title} onJump={jump} />
      </div>
    </Popover>
  )
}
