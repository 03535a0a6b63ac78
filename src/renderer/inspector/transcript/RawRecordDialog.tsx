import './RawRecordDialog.css'
import { CopyButton } from '../../controls/CopyButton'
import { Dialog } from '../../controls/Dialog'
import { CopyLater } from '../CopyLater'
import { ArrivingText } from '../tool/LongText'
import { openRawRecord, useRawRecord } from './openRawRecord'
import { readWholeText } from './readText'

export function RawRecordDialog() {
  const shown = useRawRecord((state) => state.shown)
  if (!shown) return null
  const { run, key, n, raw, source } = shown
  const of = { run, key, n, part: raw === undefined ? 'record' : 'raw' } as const
  return (
    <Dialog
      title={raw === undefined ? `Raw record of item ${n + 1}` : `Raw record: ${raw}`}
      width={680}
      onClose={() => openRawRecord(null)}
      footer={
        <>
          <CopyLater label="Copy record" text={() => readWholeText(of)} />
          <CopyButton label="Copy path" text={source.path} isQuiet />
        </>
      }
    >
      <p className="raw-source mono">
        <bdi>{source.path}</bdi>
        {source.offset !== null && ` · byte ${source.offset}`}
      </p>
      <div className="raw-record">
        <ArrivingText of={of} beginning="" isMono label="Record" />
      </div>
    </Dialog>
  )
}
