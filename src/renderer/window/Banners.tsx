import './Banners.css'
import { Icon } from '../controls/Icon'
import { EndedBanners } from '../drive/goOn/EndedBanners'
import { callEngine, faultOf, useClient } from '../store/client'
import { useNow } from '../store/now'
import { useSilence } from '../store/silence'
import { tell } from '../store/tell'
import { useTold } from '../store/told'
import { formatClock } from './formatClock'
import { retryEvent } from './openPort'

/** What concerns the whole window, under the title. */
export function Banners() {
  const connection = useClient((state) => state.connection)
  const silentSince = useSilence(({ since }) => since)
  const isDemo = useTold((told) => told.health?.isDemo === true)
  return (
    <>
      {connection.kind === 'lost' && <LostBanner {...connection} />}
      {silentSince !== null && connection.kind === 'open' && <SilentBanner since={silentSince} />}
      <EndedBanners />
      {isDemo && connection.kind === 'open' && <DemoBanner />}
    </>
  )
}

interface LostBannerProps {
  readonly reason: string
  readonly since: number
  readonly retryAt: number | null
}

function LostBanner({ reason, since, retryAt }: LostBannerProps) {
  const wait = useNow(({ nowMs }) => (retryAt === null ? 0 : Math.max(0, Math.ceil((retryAt - nowMs) / 1000))))
  const at = formatClock(new Date(since).toISOString()).slice(11)
  return (
    <div className="banner lost" role="alert">
      <Icon name="st-failed" className="st-failed" />
      <span className="words">
        <span className="b">{reason}</span> You see what was known at {at}. Your runs go on; what they wrote meanwhile appears
        when it is back.
      </span>
      {retryAt !== null && <span className="f3 nb">{wait > 0 ? `next try in ${wait}s` : 'trying…'}</span>}
      <button type="button" className="btn small" onClick={() => dispatchEvent(new Event(retryEvent))}>
        <Icon name="refresh" size={14} /> Try now
      </button>
    </div>
  )
}

function SilentBanner({ since }: { readonly since: number }) {
  return (
    <div className="banner lost" role="alert">
      <Icon name="st-failed" className="st-failed" />
      <span className="words">
        <span className="b">The engine does not answer since {formatClock(new Date(since).toISOString()).slice(11)}.</span> What
        you see is as of then.
      </span>
    </div>
  )
}

function DemoBanner() {
  const stop = (): void =>
    void callEngine('playDemo', { isPlaying: false }).catch((error: unknown) =>
      tell({ level: 'error', code: 'demo', message: `The demo goes on: ${faultOf(error).message}` }),
    )
  return (
    <div className="banner">
      <Icon name="play" className="acc" />
      <span className="words">
        <span className="b">Demo:</span> a recorded run played as if live. Your own runs come back when you stop it.
      </span>
      <button type="button" className="btn small" onClick={stop}>
        <Icon name="stop" size={14} /> Stop
      </button>
    </div>
  )
}
