import type { AgentKey, RunUri } from '../../../shared/ids'
import { agentActions } from '../../actions/agentActions'
import { copyText } from '../../controls/copyText'
import { Foreign } from '../../controls/Foreign'
import { IconButton } from '../../controls/IconButton'
import { ProviderMark } from '../../controls/ProviderMark'
import { openActMenu } from '../../drive/acts/openActMenu'
import { agentName } from '../../store/agentName'
import { useAgent, useForest } from '../../store/forest'
import { useTypeClass } from '../../store/useTypeClass'
import { useBriefly } from '../useBriefly'
import { LinkLine } from './LinkLine'
import { NumberStrip } from './NumberStrip'
import { StatusLine } from './StatusLine'

interface InspectorHeaderProps {
  readonly run: RunUri
  readonly agent: AgentKey
}

export function InspectorHeader({ run, agent }: InspectorHeaderProps) {
  const view = useAgent(agent)
  const typeClass = useTypeClass()
  if (!view) return <header className="top" aria-busy="true" />
  return (
    <header className="top">
      <div className="name">
        {view.provider !== undefined && <ProviderMark provider={view.provider} size={16} />}
        <h2 className={`cut ${typeClass(view.type ?? view.name)}`} title={agentName(view).slice(0, 300)}>
          <bdi>{agentName(view)}</bdi>
        </h2>
        <span className="grow" />
        <CopyUri uri={view.uri} />
        <IconButton
          icon="more"
          label="Actions"
          onPress={({ currentTarget }) =>
            openActMenu({ at: currentTarget, label: 'Actions', items: agentActions(agent), target: { run, key: rootOr(agent) } })
          }
        />
      </div>
      {view.description !== null && view.description !== '' && (
        <p className="desc" title={view.description.slice(0, 2000)}>
          <Foreign text={view.description} />
        </p>
      )}
      <StatusLine agent={view} />
      <LinkLine run={run} agent={view} />
      <NumberStrip run={run} agent={view} />
    </header>
  )
}

/** The root is the run's own conversation. */
function rootOr(agent: AgentKey): AgentKey | null {
  return useForest.getState().root === agent ? null : agent
}

function CopyUri({ uri }: { readonly uri: string | null }) {
  const [said, say] = useBriefly<'Copied' | 'Could not copy'>()
  return (
    <IconButton
      icon={said === 'Copied' ? 'check' : 'copy'}
      label={said ?? 'Copy URI'}
      disabledReason={uri === null ? 'This agent has no record of its own yet, so no address.' : undefined}
      onPress={() => void copyText(uri ?? '').then((isCopied) => say(isCopied ? 'Copied' : 'Could not copy'))}
    />
  )
}
