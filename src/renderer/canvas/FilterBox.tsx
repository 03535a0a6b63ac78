import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { formatCount } from '../../shared/formatCount'
import { phaseWord } from '../../shared/phaseWord'
import { type ShownPhase, shownPhase, shownPhases } from '../../shared/shownPhase'
import type { AgentView } from '../../shared/views'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { IconButton } from '../controls/IconButton'
import { PhaseIcon } from '../controls/PhaseIcon'
import { SpanChoice } from '../controls/SpanChoice'
import { useTreeStandstill } from '../drive/standstill'
import { useForest } from '../store/forest'
import { allTime } from '../store/timeSpan'
import { type Deed, noFilter, type TreeFilter, useUi } from '../store/ui'
import { typeWord } from './matchesOf'
import { modelWords } from './phaseWords'
import { stepMatch } from './stepMatch'
import { useMatchCount } from './TreeTools'

/** Which agents of the run stand out; the others are dimmed, not gone. */
export function FilterBox() {
  return (
    <div className="filter-box">
      <SearchLine />
      <Matches />
      <PhaseChoice />
      <WordChoice title="Type" field="types" wordOf={typeWord} />
      <WordChoice title="Model" field="models" wordOf={({ model }) => modelWords(model)} />
      <DeedChoice />
      <SpanPart />
      <HiddenChoice />
    </div>
  )
}

function setFilter(change: Partial<TreeFilter>): void {
  useUi.setState(({ filter }) => ({ filter: { ...filter, ...change } }))
}

function SearchLine() {
  const text = useUi(({ filter }) => filter.text)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const step = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    stepMatch(event.shiftKey ? -1 : 1)
  }
  return (
    <div className="input">
      <Icon name="search" size={14} />
      <input
        type="search"
        ref={field}
        aria-label="Text in this run"
        placeholder="Text in this run"
        value={text}
        onChange={(event) => setFilter({ text: event.target.value })}
        onKeyDown={step}
      />
    </div>
  )
}

function Matches() {
  const count = useMatchCount()
  const isAsked = count !== ''
  return (
    <div className="row">
      <span className="grow f2" role="status">
        {isAsked ? count : 'Every agent'}
      </span>
      {isAsked && (
        <>
          <IconButton icon="up" label="Previous match" shortcut="Shift Enter" onPress={() => stepMatch(-1)} />
          <IconButton icon="down" label="Next match" shortcut="Enter" onPress={() => stepMatch(1)} />
          <button type="button" className="btn quiet small" onClick={() => useUi.setState({ filter: noFilter })}>
            Clear
          </button>
        </>
      )}
    </div>
  )
}

function useCounts<Word extends string>(wordOf: (agent: AgentView) => Word): ReadonlyMap<Word, number> {
  const agents = useForest((forest) => forest.agents)
  // The map is changed in place: its version says when.
  useForest((forest) => forest.version)
  const counts = new Map<Word, number>()
  for (const agent of agents.values()) {
    if (agent.hidden !== null) continue
    const word = wordOf(agent)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

function toggled<Word>(list: readonly Word[], word: Word): readonly Word[] {
  return list.includes(word) ? list.filter((other) => other !== word) : [...list, word]
}

function PhaseChoice() {
  const isPaused = useTreeStandstill().sinceMs !== null
  const counts = useCounts<ShownPhase>(({ phase }) => shownPhase(phase, isPaused))
  const chosen = useUi(({ filter }) => filter.phases)
  return (
    <fieldset>
      <legend>Phase</legend>
      {shownPhases.flatMap((phase) =>
        counts.has(phase) || chosen.includes(phase)
          ? [
              <Choice
                key={phase}
                isOn={chosen.includes(phase)}
                count={counts.get(phase) ?? 0}
                onChange={() => setFilter({ phases: toggled(chosen, phase) })}
              >
                <PhaseIcon phase={phase} size={14} />
                {phaseWord(phase)}
              </Choice>,
            ]
          : [],
      )}
    </fieldset>
  )
}

interface WordChoiceProps {
  readonly title: string
  readonly field: 'types' | 'models'
  readonly wordOf: (agent: AgentView) => string
}

function WordChoice({ title, field, wordOf }: WordChoiceProps) {
  const counts = useCounts(wordOf)
  const chosen = useUi(({ filter }) => filter[field])
  if (counts.size < 2 && chosen.length === 0) return null
  const words = [...counts].sort(([, a], [, b]) => b - a)
  return (
    <fieldset>
      <legend>{title}</legend>
      {words.map(([word, count]) => (
        <Choice
          key={word}
          isOn={chosen.includes(word)}
          count={count}
          onChange={() => setFilter({ [field]: toggled(chosen, word) })}
        >
          <Foreign text={word} className="cut" />
        </Choice>
      ))}
    </fieldset>
  )
}

const deeds: readonly { readonly deed: Deed; readonly label: string }[] = [
  { deed: 'errors', label: 'errors' },
  { deed: 'tools', label: 'tool calls' },
]

function DeedChoice() {
  const counts = [useCounts(({ errors }) => (errors > 0 ? 'yes' : 'no')), useCounts(({ tools }) => (tools > 0 ? 'yes' : 'no'))]
  const chosen = useUi(({ filter }) => filter.deeds)
  return (
    <fieldset>
      <legend>Has</legend>
      {deeds.map(({ deed, label }, at) => (
        <Choice
          key={deed}
          isOn={chosen.includes(deed)}
          count={counts[at]?.get('yes') ?? 0}
          onChange={() => setFilter({ deeds: toggled(chosen, deed) })}
        >
          {label}
        </Choice>
      ))}
    </fieldset>
  )
}

const spans = [
  { label: 'all', span: allTime },
  { label: 'last 10 min', span: { kind: 'minutes', minutes: 10 } },
  { label: 'last hour', span: { kind: 'minutes', minutes: 60 } },
] as const

function SpanPart() {
  const span = useUi(({ filter }) => filter.span)
  return (
    <fieldset>
      <legend>At work</legend>
      <SpanChoice
        name="tree-span"
        span={span}
        offered={spans}
        field="datetime-local"
        onChange={(chosen) => setFilter({ span: chosen })}
      />
    </fieldset>
  )
}

function HiddenChoice() {
  const count = useForest((forest) => forest.hidden.length)
  const isOn = useUi(({ filter }) => filter.showsHidden)
  if (count === 0 && !isOn) return null
  return (
    <fieldset>
      <legend>Hidden</legend>
      <Choice isOn={isOn} count={count} onChange={() => setFilter({ showsHidden: !isOn })}>
        Show hidden agents
      </Choice>
    </fieldset>
  )
}

interface ChoiceProps {
  readonly isOn: boolean
  readonly count: number
  readonly onChange: () => void
  readonly children: ReactNode
}

function Choice({ isOn, count, onChange, children }: ChoiceProps) {
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={onChange} />
      {children}
      <span className="count">{formatCount(count)}</span>
    </label>
  )
}
