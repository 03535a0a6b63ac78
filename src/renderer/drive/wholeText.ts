interface Part {
  readonly text: string
  readonly total: number
}

/** A long text, asked for part by part. */
export async function wholeText(read: (from: number) => Promise<Part>): Promise<string> {
  const parts: string[] = []
  let length = 0
  for (let total = 1; length < total; ) {
    const part = await read(length)
    if (part.text === '') break
    total = part.total
    length += part.text.length
    parts.push(part.text)
  }
  return parts.join('')
}
