import type { LaunchPlan } from '../../../shared/drive/launchPlan'
import { formatBytes } from '../../../shared/formatBytes'
import { formatCount, formatExact } from '../../../shared/formatCount'
import { neutraliseText } from '../../../shared/neutraliseText'
import { Icon } from '../../controls/Icon'
import { inOrder } from '../../inspector/inOrder'
import { partShares } from './partShares'

interface ContextPartsProps {
  readonly context: NonNullable<LaunchPlan['context']>
  readonly isOld: boolean
}

/** What goes along, how much of the window it takes, and what stays behind. */
export function ContextParts({ context, isOld }: ContextPartsProps) {
  const { tokens, bytes, limit, messages, parts } = context
  const shares = partShares(context)
  const isTooBig = limit !== null && tokens > limit
  return (
    <div className="context-parts" aria-busy={isOld}>
      <div className="lab">
        <span>
          <span className="f1">What will be sent</span>{' '}
          <span className={isTooBig ? 'st-failed' : ''} title={`${formatExact(tokens)} tokens, about`}>
            about {formatCount(tokens)}
            {limit !== null && ` of ${formatCount(limit)}`} tokens
          </span>
          , {formatBytes(bytes)}
        </span>
        <span>
          {formatExact(messages)} {messages === 1 ? 'message' : 'messages'}
        </span>
      </div>
      <div className={isTooBig ? 'context-bar too-big' : 'context-bar'} aria-hidden="true">
        {inOrder(shares).map(({ place, value }) => (
          <i key={place} style={{ width: `${value * 100}%` }} />
        ))}
      </div>
      {isTooBig && <p className="st-failed t1">That is more than the model can take: cut earlier, or send it as text.</p>}
      <table className="context-table">
        <tbody>
          {inOrder(parts).map(({ place, value: { label, count, tokens: some, isLeftOut } }) => (
            <tr key={place} className={isLeftOut ? 'left-out' : undefined}>
              <th scope="row">
                <Icon name={isLeftOut ? 'minus' : 'check'} size={14} />
                <span>
                  {isLeftOut && 'Left out: '}
                  {neutraliseText(label)}
                </span>
              </th>
              <td>{count > 0 && formatExact(count)}</td>
              <td>{formatCount(some)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
