import { ItemImages } from '../tool/ItemImages'
import { LongText } from '../tool/LongText'
import { BlockTools } from './BlockTools'
import { useItemNumber } from './holdNumber'
import type { RowProps } from './TranscriptRow'

export function TextRow({ run, agent, item }: RowProps) {
  const number = useItemNumber(item.n)
  return (
    <div className="it text">
      <BlockTools run={run} agent={agent} item={item} />
      <LongText
        run={run}
        agent={agent}
        n={number}
        part="text"
        text={item.text}
        total={item.clamped?.text}
        look="prose"
        label="Text"
      />
      {(item.images ?? 0) > 0 && <ItemImages run={run} agent={agent} n={number} count={item.images ?? 0} />}
    </div>
  )
}
