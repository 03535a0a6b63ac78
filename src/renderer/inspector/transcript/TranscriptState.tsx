import type { ReactNode } from 'react'
import type { Fault } from '../../../shared/fault'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { useForest } from '../../store/forest'
import { useIsAway } from '../../store/silence'
import { Said } from '../Said'
import { useRaw } from './raw/useRaw'
import { useTranscript } from './useTranscript'

interface TranscriptStateProps {
  readonly run: RunUri
  readonly agent: AgentKey
  /** The list, where there is something to list. */
  readonly children: ReactNode
}

/** A transcript that cannot be listed says why, in words. */
export function TranscriptState({ run, agent, children }: TranscriptStateProps) {
  const isOwn = useTranscript((transcript) => transcript.run === run && transcript.key === agent)
  const phase = useTranscript((transcript) => transcript.phase)
  const fault = useTranscript((transcript) => transcript.fault)
  const isEmpty = useTranscript((transcript) => transcript.total + transcript.writing.length === 0)
  const hasRaw = useRaw(({ book }) => (book?.total ?? 0) > 0)
  const isGone = useForest((forest) => forest.isGone)
  const isAway = useIsAway()
  const isCalledOnly = useForest((forest) => forest.agents.get(agent)?.source === null)
  if (!isOwn) return <Said title="" />
  if (phase === 'failed' && fault) return isCalledOnly ? <NoRecord /> : <Failed fault={fault} isGone={isGone} />
  if (phase === 'loading') return <Said title={isAway ? 'Waiting for the connection' : 'Reading the transcript …'} />
  if (isEmpty && !hasRaw) return isCalledOnly ? <NoRecord /> : <Said title="Nothing recorded yet" />
  return children
}

function NoRecord() {
  return (
    <Said
      title="called, no record yet"
      text="The call that starts this agent is recorded; the agent itself has not written anything."
    />
  )
}

function Failed({ fault, isGone }: { readonly fault: Fault; readonly isGone: boolean }) {
  if (isGone) return <Said title="This transcript can no longer be read" />
  switch (fault.code) {
    case 'disconnected':
      return <Said title="The engine is not there at the moment" text="The transcript is read again as soon as it is back." />
    case 'no_data':
    case 'not_found':
      return <Said title="No transcript" text={fault.message} />
    default:
      return <Said title="This transcript cannot be read" text={fault.message} />
  }
}
