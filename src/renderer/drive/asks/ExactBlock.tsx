import { useMemo } from 'react'
import { ExactText } from '../../controls/ExactText'
import { inOrder } from '../../inspector/inOrder'
import { chunkText } from '../../inspector/tool/chunkText'

interface ExactBlockProps {
  readonly text: string
  /** For assistive technology, where the box can be scrolled. */
  readonly label: string | null
}

/** A text of any length as it is; blocks out of sight cost nothing. */
export function ExactBlock({ text, label }: ExactBlockProps) {
  const chunks = useMemo(() => chunkText(text), [text])
  const scroll = label === null ? {} : { tabIndex: 0, role: 'group', 'aria-label': label }
  return (
    <span className="exact plain-text mono" dir="ltr" {...scroll}>
      {inOrder(chunks).map(({ place, value }) => (
        <span className="chunk" key={place} style={{ containIntrinsicSize: `auto ${value.lines * 16}px` }}>
          <ExactText text={value.text} />
        </span>
      ))}
    </span>
  )
}
