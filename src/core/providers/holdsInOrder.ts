/** Whether the letters stand in the text in this order, whatever stands between them. */
export function holdsInOrder(text: string, letters: string): boolean {
  let at = -1
  for (let i = 0; i < letters.length; i++) {
    at = text.indexOf(letters.charAt(i), at + 1)
    if (at < 0) return false
  }
  return true
}
