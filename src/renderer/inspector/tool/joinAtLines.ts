/** Parts of a text, cut anew behind the ends of lines, so that no line is torn where a message ended. Earlier stretches never change when parts are added. */
export function joinAtLines(parts: readonly string[]): readonly string[] {
  const stretches: string[] = []
  let rest = ''
  for (const part of parts) {
    const text = rest + part
    const end = text.lastIndexOf('\n') + 1
    // A line longer than several parts is torn all the same, or each part would be copied again and again.
    const cut = end > 0 ? end : text.length > longestLine ? text.length : 0
    if (cut > 0) stretches.push(text.slice(0, cut))
    rest = text.slice(cut)
  }
  if (rest !== '') stretches.push(rest)
  return stretches
}

const longestLine = 500_000
