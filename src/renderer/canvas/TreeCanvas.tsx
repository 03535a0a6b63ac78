import './canvas.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { CanvasState } from './CanvasState'
import { CardLayer } from './CardLayer'
import { DragGhost } from './DragGhost'
import { EdgeTip } from './EdgeTip'
import { GridLayer } from './GridLayer'
import { Hands } from './Hands'
import { keepCamera } from './keepCamera'
import { keepSize } from './keepSize'
import { Legend } from './Legend'
import { MiniMap } from './MiniMap'
import { PaintLayer } from './PaintLayer'
import { pressTreeKey, releaseTreeKey } from './pressTreeKey'
import { TreeItems } from './TreeItems'
import { UnplacedChip } from './UnplacedChip'
import { keepScene } from './useScene'

/** The tree of the run that is shown: edges, plates and blocks painted, cards as elements, and a tree for those who do not look. */
export function TreeCanvas({ children }: { readonly children?: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const tree = useRef<HTMLDivElement>(null)
  const hands = useRef<Hands | null>(null)
  useEffect(() => {
    const { current } = place
    if (!current) return
    const ends = [keepSize(current), keepScene(), keepCamera()]
    const own = new Hands(current, () => tree.current?.focus({ preventScroll: true }))
    hands.current = own
    return () => {
      own.close()
      hands.current = null
      for (const end of ends) end()
    }
  }, [])
  return (
    <div className="canvas" ref={place}>
      <GridLayer />
      <PaintLayer />
      <CardLayer />
      <TreeItems
        place={tree}
        onKeyDown={(event) => place.current && pressTreeKey(event, hands.current, place.current)}
        onKeyUp={(event) => releaseTreeKey(event, hands.current)}
      />
      <CanvasState />
      <Legend />
      <UnplacedChip />
      <MiniMap />
      <DragGhost />
      <EdgeTip />
      {children}
    </div>
  )
}
