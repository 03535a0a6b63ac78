import type { Drawn } from '../../shared/frame'
import type { Port } from '../../shared/port'

/** Tells the engine, once something has come, when the next frame of the screen begins. A page that draws nothing says nothing. */
export function drawingPort(port: Port, atNextFrame: (run: () => void) => void, isMoved: () => boolean): Port {
  let isWaiting = false
  let isClosed = false
  const tell = (): void => {
    isWaiting = false
    if (!isClosed) port.send({ kind: 'drawn', ...(isMoved() ? { isMoved: true } : {}) } satisfies Drawn)
  }
  port.onClose(() => {
    isClosed = true
  })
  return {
    ...port,
    onFrame: (listener) =>
      port.onFrame((frame) => {
        if (!isWaiting) atNextFrame(tell)
        isWaiting = true
        listener(frame)
      }),
  }
}
