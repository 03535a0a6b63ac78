import { Icon } from '../../controls/Icon'
import { LongText } from '../tool/LongText'
import { BlockTools } from './BlockTools'
import { useItemNumber } from './holdNumber'
import type { RowProps } from './TranscriptRow'

export function ErrorRow({ run, agent, item }: RowProps) {
  const number = useItemNumber(item.n)
  return (
    <div className="it error">
      <Icon name="st-failed" size={14} className="st-failed" label="Error" />
      <div className="error-text">
        <LongText
          run={run}
          agent={agent}
          n={number}
          part="text"
          text={item.text}
          total={item.clamped?.text}
          look="plain"
          label="Error"
        />
      </div>
      <BlockTools run={run} agent={agent} item={item} />
    </div>
  )
}
