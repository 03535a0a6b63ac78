import type { WriteStream } from 'node:tty'

/** One of the two streams a command writes to. Every write settles, also when nobody reads any more. */
export interface Output {
  readonly isTerminal: boolean
  readonly colour: boolean
  /** Infinity where nothing may be cut: not a terminal. */
  columns(): number
  rows(): number
  write(text: string): Promise<void>
  onResize(listener: () => void): () => void
}

export interface OutputSettings {
  readonly colour: boolean
  /** From COLUMNS: also a promise for a stream that is not a terminal. */
  readonly columns: number | null
}

/** `onGone` is called once when the stream takes no more, with the system's code: EPIPE where the reader went away (`| head`). */
export function streamOutput(stream: NodeJS.WriteStream, settings: OutputSettings, onGone: (code: string) => void): Output {
  let gone = false
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!gone) onGone(error.code ?? error.message)
    gone = true
  })
  const terminal: WriteStream | null = stream.isTTY ? stream : null
  return {
    isTerminal: terminal !== null,
    colour: settings.colour,
    columns: () => settings.columns ?? (terminal === null ? Number.POSITIVE_INFINITY : terminal.columns || 80),
    rows: () => terminal?.rows || 24,
    write: (text) => {
      if (gone || text === '') return Promise.resolve()
      return new Promise((resolve) => {
        stream.write(text, () => resolve())
      })
    },
    onResize: (listener) => {
      terminal?.on('resize', listener)
      return () => {
        terminal?.off('resize', listener)
      }
    },
  }
}
