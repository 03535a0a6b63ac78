import { useEffect, useState } from 'react'
import { formatBytes } from '../../../shared/formatBytes'
import type { AgentKey, RunUri } from '../../../shared/ids'
import type { PartName } from '../../../shared/transcriptParts'
import { faultOf } from '../../store/client'
import { MarkdownText } from '../markdown/MarkdownText'
import { readTextParts } from '../transcript/readText'
import { countLines } from './countLines'
import { PlainText } from './PlainText'

interface LongTextProps {
  readonly run: RunUri
  readonly agent: AgentKey
  /** Null: not known yet. */
  readonly n: number | null
  readonly part: PartName
  /** What has arrived already. */
  readonly text: string
  /** Its whole length, where `text` is only its beginning. */
  readonly total: number | undefined
  readonly look: 'prose' | 'plain' | 'mono'
  readonly label: string
}

/** Foreign text of any length: its beginning at once, all of it when asked, as it arrives. */
export function LongText({ run, agent, n, part, text, total, look, label }: LongTextProps) {
  const [isAsked, setAsked] = useState(false)
  if (isAsked) return <ArrivingText of={{ run, key: agent, n, part }} beginning={text} isMono={look === 'mono'} label={label} />
  return (
    <>
      {look === 'prose' ? <MarkdownText text={text} /> : <PlainText text={text} isMono={look === 'mono'} label={label} />}
      {total !== undefined && (
        <button type="button" className="show-all" onClick={() => setAsked(true)}>
          show all {formatBytes(total)}
        </button>
      )}
    </>
  )
}

/** What a box of text can bear and a person can use. */
const mostLines = 100_000
const mostLength = 24_000_000

interface ArrivingTextProps {
  readonly of: { readonly run: RunUri; readonly key: AgentKey; readonly n: number | null; readonly part: PartName }
  readonly beginning: string
  readonly isMono: boolean
  readonly label: string
}

export function ArrivingText({ of: { run, key, n, part }, beginning, isMono, label }: ArrivingTextProps) {
  const [parts, setParts] = useState<readonly string[]>([])
  const [told, setTold] = useState('reading …')
  useEffect(() => {
    if (n === null) return
    const stop = new AbortController()
    const { signal } = stop
    let lines = 0
    let length = 0
    const onPart = (text: string, total: number): boolean => {
      lines += countLines(text)
      length += text.length
      setParts((before) => [...before, text])
      const isEnough = lines >= mostLines || length >= mostLength
      setTold(
        isEnough && length < total
          ? `the first ${formatBytes(length)} of ${formatBytes(total)}`
          : length < total
            ? `${formatBytes(length)} of ${formatBytes(total)}`
            : formatBytes(total),
      )
      return !isEnough
    }
    readTextParts({ run, key, n, part }, { onPart, signal }).catch((error: unknown) => {
      if (!signal.aborted) setTold(faultOf(error).message)
    })
    return () => stop.abort()
  }, [run, key, n, part])
  return (
    <>
      <PlainText parts={parts.length === 0 ? [beginning] : parts} isMono={isMono} label={label} />
      <p className="show-told" role="status">
        {told}
      </p>
    </>
  )
}
