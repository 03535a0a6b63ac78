import type { AttentionItem } from '../../shared/attention'
import type { Ask } from '../../shared/drive/ask'
import { formatAge, formatDuration } from '../../shared/formatDuration'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { IconButton } from '../controls/IconButton'
import { ProviderMark } from '../controls/ProviderMark'
import { PathedAsk } from '../drive/asks/PathedAsk'
import { PathSteps } from '../drive/asks/PathSteps'
import { useAskPath } from '../drive/asks/useAskPath'
import { launchOfRun } from '../drive/launchOfRun'
import { useDrive } from '../drive/useDrive'
import { attentionTitle } from '../runs/runTitle'
import { callEngine, faultOf } from '../store/client'
import { useNow } from '../store/now'
import { tell } from '../store/tell'
import { type AttentionEntry, isNeeding } from './attentionEntries'
import { detailLead, groupIcons, groupOf, sinceWords } from './attentionGroups'
import { isDismissable } from './needsPerson'
import { OpenMatter } from './OpenMatter'
import { whyNotHere } from './whyNotHere'

export function AttentionRow({ entry }: { readonly entry: AttentionEntry }) {
  return entry.shown === null ? <ItemRow entry={entry} /> : <AskRow entry={entry} />
}

/** One ask, under the very agent that asks; its run may have no tree yet. */
function AskRow({ entry }: { readonly entry: Exclude<AttentionEntry, { shown: null }> }) {
  const { ask, end } = entry.shown
  const path = useAskPath(ask)
  return (
    <li className="attention-item">
      {end === null && (
        <div className="line">
          <Icon {...groupIcons.need} />
          <PathSteps run={ask.run} steps={path} />
          <Since entry={entry} />
        </div>
      )}
      <div className="detail">
        <PathedAsk ask={ask} end={end} look="row" />
      </div>
      {end === null && <AskPlace ask={ask} item={entry.item} />}
    </li>
  )
}

/** Of what it is a part, and the way there. */
function AskPlace({ ask: { id, run, key, launch, provider }, item }: { readonly ask: Ask; readonly item: AttentionItem | null }) {
  const title = useDrive(({ launches }) => launches.find(({ id }) => id === launch)?.title ?? '')
  return (
    <div className="line where">
      <ProviderMark provider={provider} />
      <span className="grow cut">
        <Foreign text={item ? attentionTitle(item) : title} />
      </span>
      {run !== null && <OpenMatter item={item ?? { run, key, kind: 'permission', ask: id }} />}
    </div>
  )
}

function ItemRow({ entry }: { readonly entry: Extract<AttentionEntry, { shown: null }> }) {
  const { item } = entry
  return (
    <li className="attention-item">
      <div className="line">
        <Icon {...groupIcons[groupOf(item.kind)]} />
        <PathSteps run={item.run} steps={item.path} />
        <Since entry={entry} />
      </div>
      <div className="detail cut">
        {detailLead(item.kind)}
        <Foreign text={item.detail} />
      </div>
      {isNeeding(entry) && <NotOurs item={item} />}
      <div className="line where">
        <ProviderMark provider={item.provider} />
        <span className="grow cut">
          <Foreign text={attentionTitle(item)} />
        </span>
        {isDismissable(item) && <DismissButton id={item.id} />}
        <OpenMatter item={item} />
      </div>
    </li>
  )
}

function Since({ entry }: { readonly entry: AttentionEntry }) {
  const isNeed = isNeeding(entry)
  const format = isNeed ? formatDuration : formatAge
  const duration = useNow(({ nowMs }) => format(nowMs - Date.parse(entry.since)))
  return <span className={`since${isNeed ? ' need-word' : ''}`}>{sinceWords(entry.shown?.ask.kind ?? entry.kind, duration)}</span>
}

/** Nobody but whoever started it can be answered for: why, and where it can be. */
function NotOurs({ item: { run } }: { readonly item: AttentionItem }) {
  const words = useDrive(({ launches }) => whyNotHere(launchOfRun(launches, run)))
  return <div className="detail why-not t1">{words}</div>
}

function DismissButton({ id }: { readonly id: string }) {
  const dismiss = (): void =>
    void callEngine('dismissAttention', { ids: [id] }).catch((error: unknown) =>
      tell({ level: 'error', code: 'dismiss', message: `It stays in the list: ${faultOf(error).message}` }),
    )
  return <IconButton icon="close" label="Dismiss" onPress={dismiss} />
}
