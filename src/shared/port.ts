/** One end of a two-way pipe for frames. Electron, WebSocket and memory implement it once each. */
export interface Port {
  /** Must not throw once the pipe is closed: the other side may go away at any moment. */
  send(frame: unknown): void
  /** What waits to be sent, where that is known: a slow reader is told less often, not everything late. */
  bufferedBytes?(): number
  onFrame(listener: (frame: unknown) => void): void
  onClose(listener: () => void): void
}
