import './ActionBar.css'
import { useEffect } from 'react'
import type { ActName, OfferedAct } from '../../../shared/drive/offeredAct'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { Icon } from '../../controls/Icon'
import { IconButton } from '../../controls/IconButton'
import { Tip } from '../../controls/Tip'
import { rootKeyOf } from '../../inspector/rootKeyOf'
import { useClient } from '../../store/client'
import { useAgent, useForest } from '../../store/forest'
import { launchOfRun } from '../launchOfRun'
import { useDrive } from '../useDrive'
import { ActionPlace } from './ActionPlace'
import { actIcon } from './actIcon'
import { barActs } from './barActs'
import { doAct } from './doAct'
import { openActMenu } from './openActMenu'
import { actsName, loadActs, useActs } from './useActs'

interface ActionBarProps {
  readonly run: RunUri
  readonly agent: AgentKey
}

/** The ways on from the agent that is shown, the strongest that is safe first. */
export function ActionBar({ run, agent }: ActionBarProps) {
  const root = useForest((forest) => forest.root) ?? rootKeyOf(run)
  const key = agent === root ? null : agent
  const acts = useActs(({ known }) => known.get(actsName(run, key)))
  useFreshActs(run, key, agent)
  if (!acts) return <ActionPlace />
  if (acts.length === 0) return null
  const target = { run, key }
  const { shown, stop } = barActs(acts)
  return (
    <div className="acts" role="toolbar" aria-label="Ways on">
      {shown.map((act) => (
        <ActButton key={act.name} act={act} words={words[act.name]} onPress={() => doAct(act, target)} />
      ))}
      <span className="grow" />
      {stop && (
        <IconButton
          icon="stop"
          label={stop.label}
          disabledReason={stop.reason ?? undefined}
          onPress={() => doAct(stop, target)}
        />
      )}
      <IconButton
        icon="more"
        label="All ways on"
        onPress={({ currentTarget }) => openActMenu({ at: currentTarget, label: 'Ways on', items: [], target })}
      />
    </div>
  )
}

/** Short, because three of them stand side by side; the menu has the whole. */
const words: Partial<Record<ActName, string>> = { render: 'Continue as text', focus: 'Attach', join: 'Attach' }

interface ActButtonProps {
  readonly act: OfferedAct
  readonly words: string | undefined
  readonly onPress: () => void
}

function ActButton({ act: { name, label, reason }, words: short, onPress }: ActButtonProps) {
  return (
    <Tip text={<ActTip label={label} reason={reason} />}>
      <button
        type="button"
        className="btn"
        aria-disabled={reason !== null || undefined}
        aria-description={reason ?? undefined}
        onClick={() => reason === null && onPress()}
      >
        <Icon name={actIcon[name]} size={14} />
        <span className="cut act-word">{short ?? label}</span>
      </button>
    </Tip>
  )
}

/** The words of the button may be cut, or hidden where there is little room. */
function ActTip({ label, reason }: Pick<OfferedAct, 'label' | 'reason'>) {
  return (
    <>
      {label}
      {reason !== null && <div>{reason}</div>}
    </>
  )
}

/** What can be done changes with how the agent and its session stand. */
function useFreshActs(run: RunUri, key: AgentKey | null, agent: AgentKey): void {
  const phase = useAgent(agent)?.phase
  const isLive = useForest((forest) => forest.row?.live)
  const launch = useDrive(({ launches }) => launchOfRun(launches, run))
  const state = launch && `${launch.id} ${launch.phase} ${JSON.stringify(launch.can)}`
  // Also when an engine is there again that may have been asked in vain.
  const isThere = useClient(({ connection }) => connection.kind === 'open')
  const when = isThere ? `${run} ${key} ${phase} ${isLive} ${state}` : ''
  useEffect(() => {
    if (when !== '') void loadActs(run, key)
  }, [when, run, key])
}
