import type { ReactNode } from 'react'
import { formatCount } from '../../shared/formatCount'
import { phaseWord } from '../../shared/phaseWord'
import { PhaseIcon } from '../controls/PhaseIcon'
import { ProviderMark } from '../controls/ProviderMark'
import { SpanChoice } from '../controls/SpanChoice'
import { useDrive } from '../drive/useDrive'
import { providerLabel } from '../store/providerLabel'
import { useRuns } from '../store/runs'
import { allTime } from '../store/timeSpan'
import { ChoicePart } from './ChoicePart'
import { countChoicesOf } from './countChoicesOf'
import { projectName } from './projectName'
import { RunsArranging } from './RunsArranging'
import { changeRunsFilter, useRunsFilter } from './runsFilter'

const spans = [
  { label: 'all', span: allTime },
  { label: 'today', span: { kind: 'today' } },
  { label: '7 days', span: { kind: 'days7' } },
] as const

/** Only what some run has can be chosen. */
export function RunsChoices() {
  const filter = useRunsFilter((state) => state.filter)
  const rows = useRuns((runs) => runs.rows)
  const standstills = useDrive((drive) => drive.standstills)
  const { providers, projects, phases } = countChoicesOf([...rows.values()], standstills)
  return (
    <div className="runs-choices">
      <RunsArranging />
      <ChoicePart title="Time">
        <SpanChoice
          name="runs-span"
          span={filter.span}
          offered={spans}
          field="date"
          onChange={(span) => changeRunsFilter({ span })}
        />
      </ChoicePart>
      <ChoicePart title="Status">
        <label>
          <input
            type="checkbox"
            checked={filter.isLiveOnly}
            onChange={(event) => changeRunsFilter({ isLiveOnly: event.target.checked })}
          />
          live only
        </label>
        {phases.map(([phase, count]) => (
          <Choice
            key={phase}
            label={phaseWord(phase)}
            count={count}
            mark={<PhaseIcon phase={phase} size={14} />}
            isOn={filter.phases.includes(phase)}
            onTurn={() => changeRunsFilter({ phases: turned(filter.phases, phase) })}
          />
        ))}
      </ChoicePart>
      <ChoicePart title="Provider">
        {providers.map(([provider, count]) => (
          <Choice
            key={provider}
            label={providerLabel(provider)}
            count={count}
            mark={<ProviderMark provider={provider} />}
            isOn={filter.providers.includes(provider)}
            onTurn={() => changeRunsFilter({ providers: turned(filter.providers, provider) })}
          />
        ))}
      </ChoicePart>
      <ChoicePart title="Project">
        {projects.map(([project, count]) => (
          <Choice
            key={project}
            label={project === '' ? 'no project' : projectName(project)}
            count={count}
            isOn={filter.projects.includes(project)}
            onTurn={() => changeRunsFilter({ projects: turned(filter.projects, project) })}
          />
        ))}
      </ChoicePart>
    </div>
  )
}

function turned<T>(chosen: readonly T[], one: T): readonly T[] {
  return chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]
}

interface ChoiceProps {
  readonly label: string
  readonly count: number
  readonly mark?: ReactNode
  readonly isOn: boolean
  readonly onTurn: () => void
}

function Choice({ label, count, mark, isOn, onTurn }: ChoiceProps) {
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={onTurn} />
      {mark}
      <bdi className="cut grow">{label}</bdi>
      <span className="f3">{formatCount(count)}</span>
    </label>
  )
}
