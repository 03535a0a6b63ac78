/** Where machine code can work on bytes without a copy of them: the engine has one, and lends it out with the bytes. */
export interface Machine {
  /** All it can see. The bytes of the buffer that it comes with are at their own offsets. */
  readonly memory: ArrayBuffer
  /** Where the bits of `Bytes.quotes` begin. */
  readonly quotesAt: number
  /** For the one program that is loaded. */
  readonly roomAt: number
  readonly roomBytes: number
  /** The functions of a WebAssembly module written in base64; null where it cannot run here. */
  load(module: string): Readonly<Record<string, unknown>> | null
}
