import { useCallback, useEffect, useRef } from 'react'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { FindBar } from './FindBar'
import { closeFind, useFind } from './findStore'
import { followTranscript, type TranscriptFollower } from './followTranscript'
import { useList } from './listNow'
import type { ItemRange } from './missingRange'
import { openRaw } from './raw/useRaw'
import { SiftBar } from './SiftBar'
import { TranscriptList } from './TranscriptList'
import { TranscriptState } from './TranscriptState'
import { openSift } from './useSift'

interface TranscriptTabProps {
  readonly run: RunUri
  readonly agent: AgentKey
}

export function TranscriptTab({ run, agent }: TranscriptTabProps) {
  const follower = useRef<TranscriptFollower>(null)
  const isFinding = useFind((find) => find.isOpen)
  const said = useList((list) => list.said)
  useEffect(() => {
    const opened = followTranscript(run, agent)
    const stopSift = openSift(run, agent)
    const stopRaw = openRaw(run, agent)
    follower.current = opened
    return () => {
      opened.close()
      stopSift()
      stopRaw()
      closeFind()
      useList.setState({ said: '' })
    }
  }, [run, agent])
  const show = useCallback((seen: ItemRange) => follower.current?.show(seen), [])
  return (
    <>
      {isFinding && <FindBar run={run} agent={agent} />}
      <SiftBar />
      <TranscriptState run={run} agent={agent}>
        <TranscriptList key={`${run} ${agent}`} run={run} agent={agent} show={show} />
      </TranscriptState>
      <p className="tx-told" role="status">
        {said}
      </p>
    </>
  )
}
