import './DiffView.css'
import { useMemo, useState } from 'react'
import { neutraliseText } from '../../../shared/neutraliseText'
import { ExactText } from '../../controls/ExactText'
import { type DiffLine, diffLines } from './diffLines'
import type { FileEdit } from './editsOf'
import { type Hunk, hunksOf } from './hunksOf'

interface DiffViewProps {
  readonly edit: FileEdit
  /** Where the new text begins in its file; null: not known, lines are counted within the edit. */
  readonly line: number | null
  /** It is yet to be done: every character is shown as what it is. */
  readonly isExact?: boolean
}

/** Above it the rest is drawn when it is asked for. */
const mostShown = 1000

export function DiffView({ edit, line, isExact = false }: DiffViewProps) {
  const [isAll, setAll] = useState(false)
  const { before, after } = edit
  const hunks = useMemo(() => {
    const read = isExact ? (text: string) => text : neutraliseText
    return hunksOf(diffLines(read(before), read(after)))
  }, [before, after, isExact])
  const all = hunks.reduce((sum, { lines }) => sum + lines.length, 0)
  const most = isAll ? all : mostShown
  let left = most
  return (
    <div className="diff" dir="ltr">
      {hunks.map((hunk) => {
        const shown = hunk.lines.slice(0, Math.max(0, left))
        left -= hunk.lines.length
        const first = hunk.lines[0]
        return shown.length === 0 ? null : (
          <HunkView
            key={`${first?.before} ${first?.after}`}
            hunk={hunk}
            lines={shown}
            from={line ?? 1}
            isPlaced={line !== null}
            isExact={isExact}
          />
        )
      })}
      {hunks.length === 0 && <p className="diff-none">no lines changed</p>}
      {all > most && (
        <button type="button" className="show-all diff-more" onClick={() => setAll(true)}>
          show {all - most} more lines
        </button>
      )}
    </div>
  )
}

interface HunkViewProps {
  readonly hunk: Hunk
  readonly lines: readonly DiffLine[]
  readonly from: number
  readonly isPlaced: boolean
  readonly isExact: boolean
}

function HunkView({ hunk, lines, from, isPlaced, isExact }: HunkViewProps) {
  const numbers = hunk.lines.flatMap(({ after }) => (after === null ? [] : [after + from]))
  const span = numbers.length === 0 ? null : `lines ${numbers[0]}–${numbers.at(-1)}`
  return (
    <>
      {(hunk.skipped > 0 || isPlaced) && (
        <div className="hunk">
          <span>{hunk.skipped > 0 ? `${hunk.skipped} unchanged` : ''}</span>
          {isPlaced && <span className="hunk-lines">{span}</span>}
        </div>
      )}
      {lines.map((line) => (
        <div key={`${line.before} ${line.after}`} className={line.kind === 'same' ? undefined : line.kind}>
          <span className="ln">{(line.after ?? line.before ?? 0) + from}</span>
          <span aria-hidden={line.kind === 'same'}>{{ same: ' ', add: '+', del: '−' }[line.kind]}</span>
          <span className="diff-text">{isExact ? <ExactText text={line.text} /> : line.text}</span>
        </div>
      ))}
    </>
  )
}
