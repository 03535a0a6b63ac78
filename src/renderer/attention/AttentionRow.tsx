import { Fragment } from 'react'
import type { AttentionItem } from '../../shared/attention'
import { formatAge, formatDuration } from '../../shared/formatDuration'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { IconButton } from '../controls/IconButton'
import { ProviderMark } from '../controls/ProviderMark'
import { attentionTitle } from '../runs/runTitle'
import { callEngine, faultOf } from '../store/client'
import { useNow } from '../store/now'
import { selectRun } from '../store/select'
import { tell } from '../store/tell'
import { useUi } from '../store/ui'
import { typeClass } from '../theme/typeClass'
import { detailLead, groupIcons, groupOf, sinceWords } from './attentionGroups'
import { needsPerson } from './needsPerson'

export function AttentionRow({ item }: { readonly item: AttentionItem }) {
  const format = needsPerson(item) ? formatDuration : formatAge
  const duration = useNow(({ nowMs }) => format(nowMs - Date.parse(item.since)))
  const open = (): void => {
    useUi.setState({ overlay: null })
    selectRun(item.run, item.key)
  }
  return (
    <li className="attention-item">
      <div className="line">
        <Icon {...groupIcons[groupOf(item.kind)]} />
        <AgentPath path={item.path} />
        <span className={`since${needsPerson(item) ? ' need-word' : ''}`}>{sinceWords(item.kind, duration)}</span>
      </div>
      <div className="detail cut">
        {detailLead(item.kind)}
        <Foreign text={item.detail} />
      </div>
      <div className="line where">
        <ProviderMark provider={item.provider} />
        <span className="grow cut">
          <Foreign text={attentionTitle(item)} />
        </span>
        {(item.kind === 'finished' || item.kind === 'failed') && <DismissButton id={item.id} />}
        <button type="button" className="btn small" onClick={open}>
          Open
        </button>
      </div>
    </li>
  )
}

function AgentPath({ path }: Pick<AttentionItem, 'path'>) {
  return (
    <span className="path">
      {path.map((step, index) => {
        const isLast = index === path.length - 1
        const hue = isLast ? typeClass(step.type) : ''
        return (
          <Fragment key={step.key}>
            {index > 0 && <span>▸</span>}
            <span className={isLast ? `${hue === 'ty-root' ? 'f1' : hue} b` : 'step'}>
              <Foreign text={step.label} />
            </span>
          </Fragment>
        )
      })}
    </span>
  )
}

function DismissButton({ id }: { readonly id: string }) {
  const dismiss = (): void =>
    void callEngine('dismissAttention', { ids: [id] }).catch((error: unknown) =>
      tell({ level: 'error', code: 'dismiss', message: `It stays in the list: ${faultOf(error).message}` }),
    )
  return <IconButton icon="close" label="Dismiss" onPress={dismiss} />
}
