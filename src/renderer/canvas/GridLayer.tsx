import { useEffect, useRef } from 'react'
import type { Camera } from './camera'
import { keepLayer } from './keepLayer'
import { useCamera } from './useCamera'

const step = 20
const nearest = 0.5

/** A dot every 20 px that goes with the world. Moved, not painted: a pattern over the whole canvas would cost more than the tree. */
export function GridLayer() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = place
    if (!current) return
    put(current, useCamera.getState().camera, null)
    const ends = [
      keepLayer(current, 'transform'),
      useCamera.subscribe(({ camera }, before) => {
        if (camera !== before.camera) put(current, camera, before.camera)
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [])
  return <div className="canvas-grid" ref={place} aria-hidden="true" />
}

function put({ style }: HTMLElement, { x, y, zoom }: Camera, before: Camera | null): void {
  const tile = step * zoom
  if (zoom !== before?.zoom) {
    // From far away the dots would only be noise.
    style.visibility = zoom < nearest ? 'hidden' : ''
    if (zoom >= nearest) style.backgroundSize = `${tile}px ${tile}px`
  }
  if (zoom >= nearest) style.transform = `translate(${x % tile}px, ${y % tile}px)`
}
