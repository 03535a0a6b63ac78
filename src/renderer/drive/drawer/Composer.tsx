import { type KeyboardEvent, useRef, useState } from 'react'
import type { Launch, LaunchId } from '../../../shared/drive/launch'
import { Icon } from '../../controls/Icon'
import { callEngine } from '../../store/client'
import { useNow } from '../../store/now'
import { commandKey } from '../../window/commandKey'
import { isOver } from '../launchOfRun'
import { phaseLine, sendWord } from '../phaseLine'
import { refusalOf } from '../refusalOf'
import { sendable } from '../sendable'
import { DraftLeft } from './DraftLeft'
import { ForgetLaunch } from './ForgetLaunch'
import { ModeChoice } from './ModeChoice'
import { QueuedMessages } from './QueuedMessages'
import { TroubleBox } from './TroubleBox'
import { useDrafts, writeDraft } from './useDrafts'

/** What a person says to a session, and how it stands. */
export function Composer({ launch }: { readonly launch: Launch }) {
  const text = useDrafts(({ texts }) => texts[launch.id] ?? '')
  const write = (next: string): void => writeDraft(launch.id, next)
  const [failure, setFailure] = useState<string | null>(null)
  // What came back stands before what was written since, in its own order.
  const returned = useRef('')
  const line = useRef<Promise<void>>(Promise.resolve())
  const hasEnded = isOver(launch)
  const isLeft = hasEnded && text.trim() !== ''
  const reason = launch.can.send ?? (text.trim() === '' ? 'Write a message first.' : null)
  const back = (words: string): void => {
    const now = useDrafts.getState().texts[launch.id] ?? ''
    const first = now.startsWith(returned.current) ? returned.current : ''
    returned.current = first === '' ? words : `${first}\n${words}`
    const rest = now.slice(first.length).replace(/^\n/, '')
    write(rest === '' ? returned.current : `${returned.current}\n${rest}`)
  }
  // In the order in which they were written; what is refused comes back into the field.
  const send = (): void => {
    if (reason !== null) return
    write('')
    returned.current = ''
    setFailure(null)
    line.current = line.current.then(async () => {
      const refusal = await refusalOf(sendTo(launch.id, text))
      if (refusal === null) return
      setFailure(refusal)
      back(text)
    })
  }
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    }
  }
  return (
    <div className="composer">
      <StateLine launch={launch} />
      <TroubleBox launch={launch} />
      <QueuedMessages launch={launch} onBack={back} />
      {(!hasEnded || isLeft) && (
        <div className="input area composer-text">
          <textarea
            dir="auto"
            value={text}
            aria-label={isLeft ? 'What you wrote' : 'Message'}
            placeholder={launch.can.send ?? 'What it is to do next'}
            readOnly={hasEnded || launch.can.send !== null}
            onChange={({ target }) => write(target.value)}
            onKeyDown={press}
          />
        </div>
      )}
      {failure !== null && (
        <p className="st-failed" role="alert">
          {failure}
        </p>
      )}
      {isLeft && <DraftLeft text={text} onDismiss={() => write('')} />}
      {hasEnded ? (
        <ForgetLaunch launch={launch} />
      ) : (
        <div className="composer-foot">
          <ModeChoice launch={launch} onFailure={setFailure} />
          <span className="grow" />
          <button
            type="button"
            className="btn primary"
            aria-disabled={reason !== null || undefined}
            aria-description={reason ?? undefined}
            onClick={send}
          >
            {sendWord(launch)} <span className="kbd">{commandKey('Enter')}</span>
          </button>
        </div>
      )}
    </div>
  )
}

async function sendTo(launch: LaunchId, text: string): Promise<{ readonly refusal: string | null }> {
  return callEngine('sendMessage', { launch, ...(await sendable(`composer ${launch}`, text)) })
}

function StateLine({ launch }: { readonly launch: Launch }) {
  const line = useNow(({ nowMs }) => JSON.stringify(phaseLine(launch, nowMs)))
  // A text compares by its letters: the line is drawn anew only when it says something else.
  const { glyph, words, meaning } = JSON.parse(line) as ReturnType<typeof phaseLine>
  return (
    <p className="composer-state">
      <Icon name={`st-${glyph}`} className={`st-${glyph}`} />
      <span className={`st-${glyph} nb`}>{words}</span>
      <span className="f3 cut">{meaning}</span>
    </p>
  )
}
