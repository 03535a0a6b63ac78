import type { Port } from '../shared/port'

export interface ClosablePort extends Port {
  /** Closes both ends; twice is fine. */
  close(): void
}

/** Two ends joined in memory. Frames are cloned through JSON: the strictest wire, so no test passes by sharing objects. */
export function memoryPorts(): [ClosablePort, ClosablePort] {
  const ends = [openEnd(), openEnd()] as const
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    queueMicrotask(() => {
      for (const end of ends) for (const listener of end.closes) listener()
    })
  }
  const port = (mine: End, theirs: End): ClosablePort => ({
    send: (frame) => {
      if (isClosed) return
      const copy: unknown = JSON.parse(JSON.stringify(frame))
      queueMicrotask(() => {
        if (!isClosed) for (const listener of theirs.frames) listener(copy)
      })
    },
    onFrame: (listener) => void mine.frames.push(listener),
    onClose: (listener) => void mine.closes.push(listener),
    close,
  })
  return [port(ends[0], ends[1]), port(ends[1], ends[0])]
}

interface End {
  readonly frames: ((frame: unknown) => void)[]
  readonly closes: (() => void)[]
}

function openEnd(): End {
  return { frames: [], closes: [] }
}
