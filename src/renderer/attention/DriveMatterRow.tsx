import type { BudgetBreach } from '../../shared/drive/budget'
import type { Launch } from '../../shared/drive/launch'
import { formatAge } from '../../shared/formatDuration'
import { nameOf } from '../actions/changeLink'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { IconButton } from '../controls/IconButton'
import { ProviderMark } from '../controls/ProviderMark'
import { awaitLaunch } from '../drive/awaitLaunch'
import { breachWords } from '../drive/limits/limitFields'
import { dismissBreach } from '../drive/limits/useSeenBreaches'
import { steer } from '../drive/steerFailures'
import { rootKeyOf } from '../inspector/rootKeyOf'
import { runTitle } from '../runs/runTitle'
import { callEngine } from '../store/client'
import { useNow } from '../store/now'
import { useRuns } from '../store/runs'
import { selectRun } from '../store/select'
import { useUi } from '../store/ui'
import { groupIcons } from './attentionGroups'
import { breachName, type DriveMatter } from './driveMatters'

export function DriveMatterRow({ matter }: { readonly matter: DriveMatter }) {
  const age = useNow(({ nowMs }) => (matter.since === '' ? '' : `${formatAge(nowMs - Date.parse(matter.since))} ago`))
  return matter.kind === 'launch' ? (
    <FailedLaunch launch={matter.launch} age={age} />
  ) : (
    <PassedLimit breach={matter.breach} age={age} />
  )
}

function FailedLaunch({ launch, age }: { readonly launch: Launch; readonly age: string }) {
  const open = (): void => {
    useUi.setState({ overlay: null })
    awaitLaunch(launch.id)
  }
  return (
    <li className="attention-item">
      <div className="line">
        <Icon {...groupIcons.failed} />
        <span className="f1 b nb">A start failed</span>
        <span className="since">{age}</span>
      </div>
      <div className="detail cut">
        <Foreign text={launch.trouble ?? 'It ended before it had written anything.'} />
      </div>
      <div className="line where">
        <ProviderMark provider={launch.provider} />
        <span className="grow cut">
          <Foreign text={launch.title} />
        </span>
        <IconButton
          icon="close"
          label="Dismiss"
          onPress={() => void steer(launch.id, 'Forget', callEngine('forgetLaunch', { launch: launch.id }))}
        />
        <button type="button" className="btn small" onClick={open}>
          Open
        </button>
      </div>
    </li>
  )
}

function PassedLimit({ breach, age }: { readonly breach: BudgetBreach; readonly age: string }) {
  const row = useRuns(({ rows }) => rows.get(breach.run))
  const open = (): void => {
    useUi.setState({ overlay: null })
    selectRun(breach.run, breach.key ?? rootKeyOf(breach.run))
  }
  return (
    <li className="attention-item">
      <div className="line">
        <Icon {...groupIcons.limit} />
        <span className="f1 b cut">Limit passed{breach.key !== null && <bdi> by {nameOf(breach.key)}</bdi>}</span>
        <span className="since">{age}</span>
      </div>
      <div className="detail cut">{breachWords(breach)}</div>
      <div className="line where">
        {row && <ProviderMark provider={row.provider} />}
        <span className="grow cut">
          <Foreign text={row ? runTitle(row) : breach.run} />
        </span>
        <IconButton icon="close" label="Dismiss" onPress={() => dismissBreach(breachName(breach))} />
        <button type="button" className="btn small" onClick={open}>
          Open
        </button>
      </div>
    </li>
  )
}
