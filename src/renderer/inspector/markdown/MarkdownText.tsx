import { inOrder } from '../inOrder'
import './MarkdownText.css'
import { useEffect, useMemo, useState } from 'react'
import { formatBytes } from '../../../shared/formatBytes'
import { neutraliseText } from '../../../shared/neutraliseText'
import { PlainText } from '../tool/PlainText'
import { whenIdle } from '../whenIdle'
import { BlockList } from './BlockList'
import { blocksOfPiece, isPieceKnown } from './blocksOfPiece'
import { hasReadingTime } from './readingTime'
import { splitMarkdown } from './splitMarkdown'

/** Above it prose is shown as it was typed, until somebody asks. */
const longest = 50_000

export function MarkdownText({ text }: { readonly text: string }) {
  const [isAsked, setAsked] = useState(false)
  if (text.length > longest && !isAsked) {
    return (
      <>
        <PlainText text={text} />
        <button type="button" className="md-ask" onClick={() => setAsked(true)}>
          show formatted · {formatBytes(text.length)}
        </button>
      </>
    )
  }
  return <Pieces text={text} />
}

function Pieces({ text }: { readonly text: string }) {
  const pieces = useMemo(() => splitMarkdown(neutraliseText(text)), [text])
  return (
    <div className="md">
      {inOrder(pieces).map(({ place, value }) => (
        <Piece key={place} text={value} isAtEnd={place === '0' || place === String(pieces.length - 1)} />
      ))}
    </div>
  )
}

/** Stands as plain text until there is time: neither a long text nor many of them hold up a frame. */
function Piece({ text, isAtEnd }: { readonly text: string; readonly isAtEnd: boolean }) {
  const [isDue, setDue] = useState(() => isPieceKnown(text) || (isAtEnd && hasReadingTime()))
  useEffect(() => (isDue ? undefined : whenIdle(() => setDue(true))), [isDue])
  return isDue ? <BlockList blocks={blocksOfPiece(text)} /> : <p className="md-plain">{text}</p>
}
