import { formatBytes } from '../../../../shared/formatBytes'
import type { AgentKey, RunUri } from '../../../../shared/ids'
import { localTime } from '../../../../shared/localTime'
import { oneLine } from '../../../../shared/neutraliseText'
import { openRawRecord } from '../openRawRecord'
import { useRaw } from './useRaw'

interface RawLineProps {
  readonly run: RunUri
  readonly agent: AgentKey
  /** Which one of its block. */
  readonly line: number
  readonly raw: number
}

export function RawLine({ run, agent, line, raw }: RawLineProps) {
  const record = useRaw(({ records }) => records.get(raw))
  const type = record && oneLine(record.type ?? 'no type')
  const subtype = record?.subtype == null ? '' : oneLine(record.subtype)
  const open = (): void => {
    if (!record) return
    const name = subtype === '' ? type : `${type} ${subtype}`
    openRawRecord({ run, key: agent, n: record.place, raw: name ?? '', source: record.source })
  }
  return (
    <button type="button" tabIndex={-1} className="raw-line" data-line={line} onClick={open}>
      {record ? (
        <>
          <bdi className="cut">{type}</bdi>
          <bdi className="cut grow">{subtype}</bdi>
          {record.at !== null && <span>{localTime(record.at)}</span>}
          <span>{formatBytes(record.bytes)}</span>
        </>
      ) : (
        'reading …'
      )}
    </button>
  )
}
