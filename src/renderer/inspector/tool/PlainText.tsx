import { inOrder } from '../inOrder'
import './PlainText.css'
import { memo, useMemo } from 'react'
import { neutraliseText } from '../../../shared/neutraliseText'
import { chunkText } from './chunkText'
import { joinAtLines } from './joinAtLines'
import { stripAnsi } from './stripAnsi'

interface PlainTextProps {
  readonly text?: string
  /** A text that is still arriving; parts are only ever added. */
  readonly parts?: readonly string[]
  readonly isMono?: boolean
  /** For assistive technology, because the box can be scrolled. */
  readonly label?: string
}

/** Text exactly as it is, of any length: blocks that are out of sight cost nothing. */
export function PlainText({ text, parts, isMono = false, label }: PlainTextProps) {
  const stretches = useMemo(() => joinAtLines(parts ?? [text ?? '']), [parts, text])
  const scroll = label === undefined ? {} : { tabIndex: 0, role: 'group', 'aria-label': label }
  return (
    <div className={isMono ? 'plain-text mono' : 'plain-text'} dir={isMono ? 'ltr' : 'auto'} {...scroll}>
      {inOrder(stretches).map(({ place, value }) => (
        <Stretch key={place} text={value} isMono={isMono} />
      ))}
    </div>
  )
}

const Stretch = memo(function Stretch({ text, isMono }: { readonly text: string; readonly isMono: boolean }) {
  const chunks = useMemo(() => chunkText(neutraliseText(isMono ? stripAnsi(text) : text)), [text, isMono])
  const lineHeight = isMono ? 16 : 20
  return inOrder(chunks).map(({ place, value: chunk }) => (
    <div key={place} className="chunk" style={{ containIntrinsicSize: `auto ${chunk.lines * lineHeight}px` }}>
      {chunk.text}
    </div>
  ))
})
