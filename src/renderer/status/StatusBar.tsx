import './StatusBar.css'
import { formatCount, formatExact } from '../../shared/formatCount'
import type { Health } from '../../shared/health'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { ProviderMark } from '../controls/ProviderMark'
import { Tip } from '../controls/Tip'
import { WhereWeLooked } from '../start/WhereWeLooked'
import { useClient } from '../store/client'
import { useNow } from '../store/now'
import { useRuns } from '../store/runs'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'
import { UnknownList } from '../window/RunTroubles'
import { ChannelList } from './ChannelList'
import { channelWords } from './channelWords'
import { NoticeList } from './NoticeList'
import { ProblemList } from './ProblemList'
import { StatusItem } from './StatusItem'
import { WatchMore } from './WatchMore'
import { isWatchingFine, watchWords } from './watchWords'

/** How the engine stands, in one line; each word says more when pressed. */
export function StatusBar() {
  const health = useTold((told) => told.health)
  return (
    <footer className="status">
      {health && <Providers health={health} />}
      <RunCount />
      {health && <Watching watching={health.watching} />}
      {health && <Channels channels={health.channels} />}
      <Index />
      <span className="grow" />
      <Notices />
      {health && <Unknown types={health.unknownRecordTypes} />}
      {health && health.problems > 0 && (
        <StatusItem about="Problems" more={<ProblemList />} width={480}>
          {formatCount(health.problems)} {health.problems === 1 ? 'problem' : 'problems'}
        </StatusItem>
      )}
      <button type="button" className="status-item" onClick={() => useUi.setState({ overlay: 'keys' })}>
        <span className="kbd">?</span> keys
      </button>
    </footer>
  )
}

function Providers({ health }: { readonly health: Health }) {
  const { providers } = health
  const found = providers.filter(({ state }) => state === 'found')
  const unreadable = providers.filter(({ state }) => state === 'unreadable').length
  const words = found.length === providers.length ? formatCount(found.length) : `${found.length} of ${providers.length}`
  return (
    <>
      <StatusItem about="Where we looked" more={<WhereWeLooked />} width={420}>
        {found.map(({ id }) => (
          <ProviderMark provider={id} key={id} />
        ))}
        {words} {providers.length === 1 ? 'provider' : 'providers'}
      </StatusItem>
      {unreadable > 0 && (
        <StatusItem about="Where we looked" more={<WhereWeLooked />} width={420} className="bad">
          <Icon name="st-failed" className="st-failed" size={12} />
          {unreadable} {unreadable === 1 ? 'folder' : 'folders'} cannot be read
        </StatusItem>
      )}
    </>
  )
}

function RunCount() {
  const count = useRuns(({ rows, version }) => (version >= 0 ? rows.size : 0))
  return (
    <Tip text={`${formatExact(count)} ${count === 1 ? 'run' : 'runs'}`}>
      <span className="status-item wide-only">
        {formatExact(count)} {count === 1 ? 'run' : 'runs'}
      </span>
    </Tip>
  )
}

function Watching({ watching }: Pick<Health, 'watching'>) {
  const isFine = isWatchingFine(watching)
  return (
    <StatusItem about="Watching" more={<WatchMore watching={watching} />} className={isFine ? '' : 'warn'}>
      <Icon name={isFine ? 'st-completed' : 'warn'} size={12} />
      {watchWords(watching)}
    </StatusItem>
  )
}

function Channels({ channels }: Pick<Health, 'channels'>) {
  const words = useNow(({ nowMs }) => channelWords(channels, nowMs))
  if (words === null) return null
  const isCalm = channels.every(({ state }) => state === 'connected')
  return (
    <StatusItem about="Servers" more={<ChannelList />} width={420} className={isCalm ? '' : 'warn'}>
      <Icon name={isCalm ? 'st-completed' : 'warn'} size={12} />
      {words}
    </StatusItem>
  )
}

function Index() {
  const told = useTold(({ health }) => health?.index)
  const feed = useRuns(({ progress }) => progress)
  const index = feed ?? told
  const isConnecting = useClient(({ connection }) => connection.kind === 'connecting')
  if (isConnecting) return <span className="status-item">connecting</span>
  if (!index) return null
  const percent = index.total === 0 ? 100 : Math.floor((100 * index.done) / index.total)
  return (
    <Tip text={`${formatExact(index.done)} of ${formatExact(index.total)} files read`}>
      <span className="status-item wide-only">index {percent} %</span>
    </Tip>
  )
}

function Notices() {
  const notices = useTold((told) => told.notices)
  const last = notices.at(-1)
  // The place where news are said aloud has to be there before them.
  if (!last) return <span className="said" role="status" />
  const worst = notices.some(({ level }) => level === 'error')
    ? 'bad'
    : notices.some(({ level }) => level === 'warning')
      ? 'warn'
      : ''
  return (
    <>
      <span className="said" role="status">
        <Foreign text={last.message} />
      </span>
      <StatusItem about="Notices" more={<NoticeList notices={notices} />} className={worst}>
        {worst !== '' && <Icon name="warn" size={12} />}
        {notices.length} {notices.length === 1 ? 'notice' : 'notices'}
      </StatusItem>
    </>
  )
}

function Unknown({ types }: { readonly types: Health['unknownRecordTypes'] }) {
  if (types.length === 0) return null
  return (
    <StatusItem about="Unknown record types" more={<UnknownList types={types} />}>
      {types.length} unknown record {types.length === 1 ? 'type' : 'types'}
    </StatusItem>
  )
}
