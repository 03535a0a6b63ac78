import type { ReactNode } from 'react'
import { phaseWord } from '../../shared/phaseWord'
import { shownPhase } from '../../shared/shownPhase'
import type { RunRow } from '../../shared/views'
import { foreignLine } from '../controls/foreignLine'
import { Icon } from '../controls/Icon'
import { PhaseIcon } from '../controls/PhaseIcon'
import { useStandstill, useTreeStandstill } from '../drive/standstill'
import { projectName } from '../runs/projectName'
import { runTitle } from '../runs/runTitle'
import { useNow } from '../store/now'
import { useTypeClass } from '../store/useTypeClass'
import type { PaletteRow } from './paletteRows'
import { runFacts } from './runFacts'
import { markHits } from './scoreText'

interface PaletteLineProps {
  readonly row: PaletteRow
  readonly words: readonly string[]
}

export function PaletteLine({ row, words }: PaletteLineProps) {
  switch (row.kind) {
    case 'go':
      return (
        <>
          <Icon name="arrow" className="acc" />
          <Marked text={row.text} words={[]} className="mono" />
        </>
      )
    case 'bad':
      return (
        <>
          <Icon name="warn" className="st-waiting" />
          <span>{row.message}</span>
          <span className="why mono">{row.shape}</span>
        </>
      )
    case 'agent':
      return <AgentOfPalette row={row} words={words} />
    case 'run':
      return <RunOfPalette row={row.row} icon={<PhaseOfRun row={row} />} words={words} />
    case 'action':
      return <ActionOfPalette row={row} words={words} />
    default:
      return row satisfies never
  }
}

function AgentOfPalette({
  row,
  words,
}: {
  readonly row: Extract<PaletteRow, { kind: 'agent' }>
  readonly words: readonly string[]
}) {
  const typeClass = useTypeClass()
  const shown = shownPhase(row.phase, useTreeStandstill().sinceMs !== null)
  return (
    <>
      <PhaseIcon phase={shown} />
      <span className="cut">
        <Marked text={row.label} words={words} className={`b ${typeClass(row.agent.depth === 0 ? null : row.agent.type)}`} />{' '}
        <Marked text={row.agent.description ?? ''} words={words} />
      </span>
      <span className="right">{phaseWord(shown)}</span>
    </>
  )
}

function PhaseOfRun({ row }: { readonly row: Extract<PaletteRow, { kind: 'run' }> }) {
  return <PhaseIcon phase={shownPhase(row.phase, useStandstill(row.row.uri).sinceMs !== null)} />
}

function RunOfPalette({
  row,
  icon,
  words,
}: {
  readonly row: RunRow
  readonly icon: ReactNode
  readonly words: readonly string[]
}) {
  const isPaused = useStandstill(row.uri).sinceMs !== null
  const facts = useNow(({ nowMs }) => runFacts(row, isPaused, nowMs))
  return (
    <>
      {icon}
      <span className="cut">
        <Marked text={runTitle(row)} words={words} />{' '}
        {row.project !== null && <Marked text={projectName(row.project)} words={words} className="f3" />}
      </span>
      <span className="right">{facts}</span>
    </>
  )
}

function ActionOfPalette({
  row: { action },
  words,
}: {
  readonly row: Extract<PaletteRow, { kind: 'action' }>
  readonly words: readonly string[]
}) {
  const isOff = action.disabledReason !== undefined
  return (
    <>
      {action.icon === undefined ? <span /> : <Icon name={action.icon} className={isOff ? 'f3' : 'f2'} />}
      <span className="cut">
        <Marked text={action.label} words={words} className={isOff ? 'f3' : ''} />{' '}
        {action.hint !== undefined && <bdi className="f3">{action.hint}</bdi>}
      </span>
      <span className="right">
        {isOff ? action.disabledReason : action.shortcut !== undefined && <span className="kbd">{action.shortcut}</span>}
      </span>
    </>
  )
}

interface MarkedProps {
  readonly text: string
  readonly words: readonly string[]
  readonly className?: string
}

function Marked({ text, words, className }: MarkedProps) {
  let from = 0
  return (
    <bdi className={className}>
      {markHits(foreignLine(text), words).map((segment) => {
        const key = from
        from += segment.text.length
        return segment.isHit ? <mark key={key}>{segment.text}</mark> : <span key={key}>{segment.text}</span>
      })}
    </bdi>
  )
}
