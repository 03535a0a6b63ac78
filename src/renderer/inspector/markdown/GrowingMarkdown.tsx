import { memo, useMemo } from 'react'
import { neutraliseText } from '../../../shared/neutraliseText'
import { inOrder } from '../inOrder'
import './MarkdownText.css'
import { BlockList } from './BlockList'
import type { Block } from './block'
import { blocksOfPiece } from './blocksOfPiece'
import { readBlocks } from './readBlocks'
import { splitMarkdown } from './splitMarkdown'

/** Prose that is being written: only the piece at its end is read again with every word. */
export function GrowingMarkdown({ text }: { readonly text: string }) {
  const pieces = useMemo(() => splitMarkdown(neutraliseText(text)), [text])
  return (
    <div className="md">
      {inOrder(pieces).map(({ place, value }) => (
        <Piece key={place} text={value} isGrowing={place === String(pieces.length - 1)} />
      ))}
    </div>
  )
}

const Piece = memo(function Piece({ text, isGrowing }: { readonly text: string; readonly isGrowing: boolean }) {
  return <BlockList blocks={isGrowing ? uncoloured(readBlocks(text)) : blocksOfPiece(text)} />
})

/** Code gets its colours when it has ended: to colour it anew with every word would keep the worker from all other code. */
function uncoloured(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.at(-1)
  return last?.kind === 'code' ? [...blocks.slice(0, -1), { ...last, language: '' }] : blocks
}
