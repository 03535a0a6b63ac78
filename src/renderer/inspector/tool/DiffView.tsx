import './DiffView.css'
import { useMemo } from 'react'
import { neutraliseText } from '../../../shared/neutraliseText'
import { type DiffLine, diffLines } from './diffLines'
import type { FileEdit } from './editsOf'
import { type Hunk, hunksOf } from './hunksOf'

interface DiffViewProps {
  readonly edit: FileEdit
  /** Where the new text begins in its file; null: not known, lines are counted within the edit. */
  readonly line: number | null
}

/** Above it the rest is counted, not drawn. */
const mostShown = 1000

export function DiffView({ edit, line }: DiffViewProps) {
  const hunks = useMemo(
    () => hunksOf(diffLines(neutraliseText(edit.before), neutraliseText(edit.after))),
    [edit.before, edit.after],
  )
  const all = hunks.reduce((sum, { lines }) => sum + lines.length, 0)
  let left = mostShown
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
          />
        )
      })}
      {hunks.length === 0 && <p className="diff-none">no lines changed</p>}
      {all > mostShown && <p className="diff-none">{all - mostShown} more lines</p>}
    </div>
  )
}

interface HunkViewProps {
  readonly hunk: Hunk
  readonly lines: readonly DiffLine[]
  readonly from: number
  readonly isPlaced: boolean
}

function HunkView({ hunk, lines, from, isPlaced }: HunkViewProps) {
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
          <span className="diff-text">{line.text}</span>
        </div>
      ))}
    </>
  )
}
