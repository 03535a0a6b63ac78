/** The bytes that base64 stands for; the contract has checked nothing but that it is text. */
export function bytesOf(base64: string): Uint8Array {
  const letters = atob(base64)
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at)
  return bytes
}
