import type { KeyboardEvent } from 'react'
import type { LaunchRefusal } from '../../../shared/drive/launchPlan'
import type { LaunchOrigin } from '../../../shared/drive/launchWish'
import type { OfferedAct } from '../../../shared/drive/offeredAct'
import { formatAge } from '../../../shared/formatDuration'
import type { RunUri } from '../../../shared/ids'
import { neutraliseText } from '../../../shared/neutraliseText'
import { CopyButton } from '../../controls/CopyButton'
import { Dialog } from '../../controls/Dialog'
import { Foreign } from '../../controls/Foreign'
import { ProviderMark } from '../../controls/ProviderMark'
import { runTitle } from '../../runs/runTitle'
import { useNow } from '../../store/now'
import { useRuns } from '../../store/runs'
import { BigChoice } from '../acts/BigChoice'
import { joinRun } from '../acts/joinRun'
import { tellWhenItEnds } from './tellWhenItEnds'

interface ResumeRefusedProps {
  readonly run: RunUri
  readonly refusal: LaunchRefusal
  readonly acts: readonly OfferedAct[]
  /** What a person would type themselves. */
  readonly command: string | null
  /** A message to it was begun before it was known that it is refused. */
  readonly hasWords: boolean
  readonly onTake: (how: LaunchOrigin['how']) => void
  readonly onClose: () => void
}

/** A second writer would lose work of both: what can be done instead. */
export function ResumeRefused({ run, refusal, acts, command, hasWords, onTake, onClose }: ResumeRefusedProps) {
  const offers = (name: 'fork' | 'continue' | 'render'): boolean => refusal.offers.includes(name)
  const join = acts.find(({ name, reason, command: typed }) => name === 'join' && reason === null && typed !== null)
  const tellMe = (): void => {
    tellWhenItEnds(run)
    onClose()
  }
  const press = (event: KeyboardEvent): void => {
    // Said in the middle of a word, its next letter is no answer.
    if (event.ctrlKey || event.metaKey || event.altKey || hasWords) return
    if (event.key === 'f' && offers('fork')) onTake('fork')
    else if (event.key === 't') tellMe()
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      title="This run is live somewhere else"
      width={560}
      onClose={onClose}
      onKey={press}
      footer={<Foot command={command ?? refusal.command} onClose={onClose} />}
    >
      <div className="launch-form">
        <p className="f2">
          Resuming it here would put a second writer into one transcript, and both would lose work. Understory does not do that.
        </p>
        <Owner run={run} refusal={refusal} />
        <div className="big-choices">
          {offers('fork') && (
            <BigChoice
              icon="edge-fork"
              title="Fork: a new run from its present state"
              words="its own transcript; the live one goes on untouched"
              shortcut="f"
              isFirst
              onChoose={() => onTake('fork')}
            />
          )}
          {join && <JoinChoice act={join} run={run} onClose={onClose} />}
          {offers('render') && (
            <BigChoice
              icon="transcript"
              title="A new run with its context as text"
              words="the first prompt tells what was said"
              onChoose={() => onTake('render')}
            />
          )}
          <BigChoice
            icon="bell"
            title="Tell me when it ends"
            words="then resume with one click"
            shortcut="t"
            isFirst={!offers('fork')}
            onChoose={tellMe}
          />
          <BigChoice
            icon="stop"
            title="Stop it"
            words="not ours: we never signal a process we did not start"
            isOff
            onChoose={onClose}
          />
        </div>
      </div>
    </Dialog>
  )
}

interface JoinChoiceProps {
  readonly act: OfferedAct
  readonly run: RunUri
  readonly onClose: () => void
}

function JoinChoice({ act, run, onClose }: JoinChoiceProps) {
  const join = (): void => {
    onClose()
    void joinRun(act, run)
  }
  return (
    <BigChoice
      icon="attach"
      title={act.label}
      words={`${act.command ?? ''}, in a terminal here; it goes on when that is closed`}
      onChoose={join}
    />
  )
}

function Owner({ run, refusal }: { readonly run: RunUri; readonly refusal: LaunchRefusal }) {
  const row = useRuns(({ rows }) => rows.get(run))
  const age = useNow(({ nowMs }) => (row?.updated == null ? null : formatAge(nowMs - Date.parse(row.updated))))
  const { owner } = refusal
  return (
    <dl className="owner-table">
      {row && (
        <div>
          <dt>run</dt>
          <dd>
            <ProviderMark provider={row.provider} /> <Foreign text={runTitle(row)} className="cut" />
          </dd>
        </div>
      )}
      <div>
        <dt>owner</dt>
        <dd>{neutraliseText(owner?.words ?? refusal.message)}</dd>
      </div>
      {owner?.pid != null && !owner.words.includes(String(owner.pid)) && (
        <div>
          <dt>process</dt>
          <dd>{owner.pid}</dd>
        </div>
      )}
      {age !== null && (
        <div>
          <dt>last record</dt>
          <dd>{age} ago</dd>
        </div>
      )}
    </dl>
  )
}

function Foot({ command, onClose }: { readonly command: string | null; readonly onClose: () => void }) {
  return (
    <>
      {command !== null && <CopyButton label="Copy resume command" text={command} isQuiet />}
      <span className="grow" />
      <button type="button" className="btn" onClick={onClose}>
        Close <span className="kbd">Esc</span>
      </button>
    </>
  )
}
