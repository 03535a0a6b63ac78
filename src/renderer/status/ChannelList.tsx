import './ChannelList.css'
import { useState } from 'react'
import { beatWords } from '../../shared/beatWords'
import type { Channel } from '../../shared/channel'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { ProviderMark } from '../controls/ProviderMark'
import { callEngine, faultOf } from '../store/client'
import { useNow } from '../store/now'
import { useTold } from '../store/told'
import { stateWords, waitWords } from './channelWords'

/** Every server and socket that tells more than files do, and what is missing where one is silent. */
export function ChannelList() {
  const channels = useTold((told) => told.health?.channels) ?? []
  return (
    <>
      <h3>Servers</h3>
      <p>They say who waits, for what, and what fails and is tried again: the files do not. We only listen.</p>
      <ul className="channels">
        {channels.map((channel) => (
          <ChannelRow channel={channel} key={`${channel.provider} ${channel.name}`} />
        ))}
      </ul>
      {channels.length === 0 && <p className="f3">None is known any more.</p>}
    </>
  )
}

function ChannelRow({ channel }: { readonly channel: Channel }) {
  const { provider, name, state, version, note, beats } = channel
  const isFine = state === 'connected'
  return (
    <li>
      <ProviderMark provider={provider} size={16} />
      <span className="line">
        <Foreign text={name} className="mono f1 cut" />
        {version !== null && <Foreign text={version} className="f3 nb" />}
      </span>
      <span className="line">
        <Icon name={isFine ? 'st-completed' : 'warn'} className={isFine ? 'st-completed' : 'st-waiting'} size={14} />
        <span className={isFine ? 'f2' : 'st-waiting'}>
          <StateWords channel={channel} />
        </span>
        <span className="grow" />
        {!isFine && <RetryButton channel={channel} />}
      </span>
      {beats && <span className="channel-note">{beatWords(beats)}</span>}
      {note !== null && (
        <span className="channel-note">
          <Foreign text={note} />
        </span>
      )}
    </li>
  )
}

function StateWords({ channel }: { readonly channel: Channel }) {
  const { state, retryAt } = channel
  const words = useNow(({ nowMs }) => stateWords(channel, nowMs))
  const wait = useNow(({ nowMs }) => waitWords(retryAt, nowMs))
  return state === 'down' && wait !== '' ? `${words}, next try${wait}` : words
}

/** The answer is what changes in the row; only a failure needs words. */
function RetryButton({ channel: { provider, name } }: { readonly channel: Channel }) {
  const [failure, setFailure] = useState<string | null>(null)
  const retry = (): void => {
    setFailure(null)
    void callEngine('retryChannel', { provider, name }).catch((error: unknown) => setFailure(faultOf(error).message))
  }
  return (
    <>
      {failure !== null && (
        <span className="st-failed" role="alert">
          {failure}
        </span>
      )}
      <button type="button" className="btn small" onClick={retry}>
        <Icon name="refresh" size={14} />
        Retry
      </button>
    </>
  )
}
