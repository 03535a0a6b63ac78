import './SiftBox.css'
import { formatExact } from '../../../shared/formatCount'
import { oneLine } from '../../../shared/neutraliseText'
import { SiftKind } from '../../../shared/transcriptSift'
import { listNow } from './listNow'
import { useRaw } from './raw/useRaw'
import { siftWords } from './siftWords'
import { changeSift, everyItem, isSifting, type SiftChoice, useSift } from './useSift'
import { useTranscript } from './useTranscript'

/** Says that not everything is listed, and what is. */
export function SiftBar() {
  const choice = useSift((sift) => sift.choice)
  const fault = useSift((sift) => sift.fault)
  const isRaw = useRaw((raw) => raw.isOn)
  if (!isSifting(choice)) return null
  const clear = (): void => {
    changeSift(everyItem)
    listNow()?.focus()
  }
  return (
    <div className="sift-bar">
      <span role="status" className="cut grow">
        {fault === null ? <Listed /> : fault} · <bdi>{wordsOf(choice)}</bdi>
        {isRaw && ', without raw events'}
      </span>
      <button type="button" className="link" onClick={clear}>
        show all
      </button>
    </div>
  )
}

function Listed() {
  const count = useSift(({ shown }) => shown?.count ?? null)
  const total = useTranscript((transcript) => transcript.total)
  useSift((sift) => sift.version)
  if (count === null) return 'looking …'
  return (
    <>
      <span className="b">{formatExact(count)}</span> of {formatExact(total)}
    </>
  )
}

function wordsOf({ kinds, tools, span }: SiftChoice): string {
  const time = span.kind === 'minutes' ? [`last ${span.minutes} min`] : span.kind === 'all' ? [] : ['a time of its own']
  const inOrder = SiftKind.options.filter((kind) => kinds.includes(kind))
  return [...inOrder.map((kind) => siftWords[kind]), ...tools.map((name) => oneLine(name)), ...time].join(', ')
}
