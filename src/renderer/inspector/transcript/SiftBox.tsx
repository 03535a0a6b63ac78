import './SiftBox.css'
import { type ReactNode, useEffect } from 'react'
import { formatExact } from '../../../shared/formatCount'
import { SiftKind } from '../../../shared/transcriptSift'
import { Foreign } from '../../controls/Foreign'
import { SpanChoice } from '../../controls/SpanChoice'
import { allTime } from '../../store/timeSpan'
import { siftWords } from './siftWords'
import { changeSift, countItems, useSift } from './useSift'
import { useTranscript } from './useTranscript'

const spans = [
  { label: 'all', span: allTime },
  { label: 'last 10 min', span: { kind: 'minutes', minutes: 10 } },
  { label: 'last hour', span: { kind: 'minutes', minutes: 60 } },
] as const

/** How long counts may be old: a transcript may grow at every frame. */
const recountMs = 1000

/** Which kinds of items are listed, of which tools and of which time. Nothing chosen means all. */
export function SiftBox() {
  const choice = useSift((sift) => sift.choice)
  const counts = useSift((sift) => sift.counts)
  const fault = useSift((sift) => sift.fault)
  useFreshCounts()
  return (
    <div className="sift-box">
      {fault !== null && <p role="alert">{fault}</p>}
      <fieldset>
        <legend>Kind</legend>
        {SiftKind.options.flatMap((kind) => {
          const count = counts?.kinds[kind] ?? 0
          const isOn = choice.kinds.includes(kind)
          if (count === 0 && !isOn) return []
          return [
            <Choice key={kind} isOn={isOn} count={count} onTurn={() => changeSift({ kinds: turned(choice.kinds, kind) })}>
              <span className="grow">{siftWords[kind]}</span>
            </Choice>,
          ]
        })}
      </fieldset>
      {(counts?.tools.length ?? 0) > 0 && (
        <fieldset>
          <legend>Tool</legend>
          {counts?.tools.map(({ name, count }) => (
            <Choice
              key={name}
              isOn={choice.tools.includes(name)}
              count={count}
              onTurn={() => changeSift({ tools: turned(choice.tools, name) })}
            >
              <Foreign className="cut grow" text={name} />
            </Choice>
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend>Time</legend>
        <SpanChoice
          name="sift-span"
          span={choice.span}
          offered={spans}
          field="datetime-local"
          onChange={(span) => changeSift({ span })}
        />
      </fieldset>
    </div>
  )
}

function useFreshCounts(): void {
  const isWhole = useTranscript((transcript) => transcript.phase === 'whole')
  useEffect(() => {
    if (!isWhole) return
    countItems()
    const timer = setInterval(() => {
      if (useSift.getState().counts?.total !== useTranscript.getState().total) countItems()
    }, recountMs)
    return () => clearInterval(timer)
  }, [isWhole])
}

function turned<T>(chosen: readonly T[], one: T): readonly T[] {
  return chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]
}

interface ChoiceProps {
  readonly isOn: boolean
  readonly count: number
  readonly onTurn: () => void
  readonly children: ReactNode
}

function Choice({ isOn, count, onTurn, children }: ChoiceProps) {
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={onTurn} />
      {children}
      <span className="f3">{formatExact(count)}</span>
    </label>
  )
}
