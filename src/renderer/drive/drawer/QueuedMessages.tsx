import { useState } from 'react'
import type { Launch, LaunchId } from '../../../shared/drive/launch'
import { fail, ok, type Result } from '../../../shared/result'
import { Foreign } from '../../controls/Foreign'
import { Icon } from '../../controls/Icon'
import { IconButton } from '../../controls/IconButton'
import { callEngine, faultOf } from '../../store/client'
import { refusalOf } from '../refusalOf'
import { wholeText } from '../wholeText'

interface QueuedMessagesProps {
  readonly launch: Launch
  /** Taken back, to be written anew. */
  readonly onBack: (text: string) => void
}

/** What waits for the turn to end; it can still be taken back. */
export function QueuedMessages({ launch, onBack }: QueuedMessagesProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const take = async (id: string, then: (text: string) => void): Promise<void> => {
    // Read before it is taken: what the list shows of it may be cut.
    const read = await readQueued(launch.id, id)
    const refusal = read.ok ? await refusalOf(callEngine('unqueueMessage', { launch: launch.id, id })) : read.failure
    setFailure(refusal)
    if (refusal === null && read.ok) then(read.value)
  }
  if (launch.queued.length === 0) return null
  return (
    <>
      <ul className="queued" aria-label="Messages that wait">
        {launch.queued.map(({ id, text }) => (
          <li key={id}>
            <Icon name="clock" size={14} />
            <span className="grow cut">
              queued: <Foreign text={text} />
            </span>
            <IconButton icon="k-edit" label="Take it back and change it" onPress={() => void take(id, onBack)} />
            <IconButton icon="close" label="Take it back" onPress={() => void take(id, () => undefined)} />
          </li>
        ))}
        {launch.moreQueued !== undefined && <li className="f3">and {launch.moreQueued} more behind them</li>}
      </ul>
      {failure !== null && (
        <p className="st-failed" role="alert">
          {failure}
        </p>
      )}
    </>
  )
}

async function readQueued(launch: LaunchId, id: string): Promise<Result<string, string>> {
  try {
    return ok(await wholeText((from) => callEngine('readQueued', { launch, id, from })))
  } catch (error) {
    return fail(faultOf(error).message)
  }
}
