import type { ReactNode } from 'react'
import { formatCount } from '../../shared/formatCount'
import { phaseWord } from '../../shared/phaseWord'
import type { Phase } from '../../shared/views'
import { PhaseIcon } from '../controls/PhaseIcon'
import { ProviderMark } from '../controls/ProviderMark'
import { providerLabel } from '../store/providerLabel'
import { useRuns } from '../store/runs'
import { useUi } from '../store/ui'
import { countChoicesOf } from './countChoicesOf'
import { projectName } from './projectName'
import { changeRunsFilter, useRunsFilter } from './runsFilter'

/** Only what some run has can be chosen. */
export function RunsChoices() {
  const filter = useRunsFilter((state) => state.filter)
  const rows = useRuns((runs) => runs.rows)
  const grouping = useUi((ui) => ui.runsGrouping)
  const { providers, projects, phases } = countChoicesOf([...rows.values()])
  return (
    <div className="runs-choices">
      <Part title="Group by">
        {(['time', 'project'] as const).map((by) => (
          <label key={by}>
            <input
              type="radio"
              name="runs-grouping"
              checked={grouping === by}
              onChange={() => useUi.setState({ runsGrouping: by })}
            />
            {by}
          </label>
        ))}
      </Part>
      <Part title="Status">
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
            onTurn={() => changeRunsFilter({ phases: turned<Phase>(filter.phases, phase) })}
          />
        ))}
      </Part>
      <Part title="Provider">
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
      </Part>
      <Part title="Project">
        {projects.map(([project, count]) => (
          <Choice
            key={project}
            label={project === '' ? 'no project' : projectName(project)}
            count={count}
            isOn={filter.projects.includes(project)}
            onTurn={() => changeRunsFilter({ projects: turned(filter.projects, project) })}
          />
        ))}
      </Part>
    </div>
  )
}

function turned<T>(chosen: readonly T[], one: T): readonly T[] {
  return chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
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
