/** Node has these and its type definitions leave them out; `Bytes` is built on them. */
interface Buffer {
  latin1Slice(start?: number, end?: number): string
  utf8Slice(start?: number, end?: number): string
}
