import { inOrder } from '../inOrder'
import './MarkdownText.css'
import { useEffect, useMemo, useState } from 'react'
import { formatBytes } from '../../../shared/formatBytes'
import { neutraliseText } from '../../../shared/neutraliseText'
import { PlainText } from '../tool/PlainText'
import { whenIdle } from '../whenIdle'
import { BlockList } from './BlockList'
import { blocksOfPiece, isPieceKnown } from './blocksOfPiece'
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
      {inOrder(pieces).map(({ place, value }) =>
        place === '0' ? <BlockList key={place} blocks={blocksOfPiece(value)} /> : <LatePiece key={place} text={value} />,
      )}
    </div>
  )
}

/** Stands as plain text until there is time: no long text holds up a frame. */
function LatePiece({ text }: { readonly text: string }) {
  const [isDue, setDue] = useState(() => isPieceKnown(text))
  useEffect(() => (isDue ? undefined : whenIdle(() => setDue(true))), [isDue])
  return isDue ? <BlockList blocks={blocksOfPiece(text)} /> : <p className="md-plain">{text}</p>
}
