import { neutraliseText } from '../../../shared/neutraliseText'
import { CopyButton } from '../../controls/CopyButton'
import { foreignLine } from '../../controls/foreignLine'
import { Icon } from '../../controls/Icon'
import { inOrder } from '../../inspector/inOrder'
import { RefusalBox } from './RefusalBox'
import type { Planned } from './usePlan'

interface PlanViewProps {
  readonly planned: Planned
  /** Stands in the box as long as nothing can be planned. */
  readonly missing: string | null
}

/** Exactly what will run, before it does; or why it will not. */
export function PlanView({ planned, missing }: PlanViewProps) {
  const { plan, refusal, fault, isOld } = planned
  if (refusal !== null && missing === null) return <RefusalBox refusal={refusal} />
  if (fault !== null && missing === null) return <RefusalBox refusal={{ message: fault, advice: null, command: null }} />
  return (
    <div className="plan-view" aria-busy={isOld}>
      {plan !== null && plan.notes.length > 0 && (
        <ul className="plan-notes">
          {inOrder(plan.notes).map(({ place, value }) => (
            <li key={place}>
              <Icon name="info" size={12} />
              <span>{neutraliseText(value)}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="lab">
        <span className="cut">This is what will run{plan !== null && <bdi> in {foreignLine(plan.folder)}</bdi>}</span>
        {plan !== null && <CopyButton label="copy" text={plan.command} isQuiet />}
      </div>
      <CommandText command={plan?.command ?? null} missing={missing} />
    </div>
  )
}

function CommandText({ command, missing }: { readonly command: string | null; readonly missing: string | null }) {
  if (command === null) return <div className="code f3">{missing ?? 'Working out the command …'}</div>
  const [program = '', ...rest] = command.split(' ')
  return (
    <div className="code plan-command" {...scrolled}>
      <span className="cf">{neutraliseText(program)}</span> {neutraliseText(rest.join(' '))}
    </div>
  )
}

/** A prompt may be part of it: the box scrolls, and the keyboard must reach it. */
const scrolled = { tabIndex: 0, role: 'group', 'aria-label': 'Command' }
