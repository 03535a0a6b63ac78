import type { Port } from '../../shared/port'

/** The page's end of a port that the shell handed over. `close` comes when the engine's process goes. */
export function messagePort(port: MessagePort): Port {
  const frames: ((frame: unknown) => void)[] = []
  port.onmessage = (event: MessageEvent<unknown>) => {
    for (const listener of frames) listener(event.data)
  }
  return {
    send: (frame) => port.postMessage(frame),
    onFrame: (listener) => void frames.push(listener),
    onClose: (listener) => port.addEventListener('close', () => listener()),
  }
}
