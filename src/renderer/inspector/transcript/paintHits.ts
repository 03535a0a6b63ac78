const name = 'transcript-find'
const mostRanges = 500
const longestNode = 100_000

/** Marks a text where it is on the screen, without touching what React drew. */
export function paintHits(root: HTMLElement | null, text: string): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete(name)
  const wanted = text.toLowerCase()
  if (!root || wanted === '') return
  const ranges: Range[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node && ranges.length < mostRanges; node = walker.nextNode()) {
    const own = node.nodeValue ?? ''
    if (own.length > longestNode) continue
    const lower = own.toLowerCase()
    // Some letters change their length with their case; a mark beside the word is worse than none.
    if (lower.length !== own.length) continue
    for (let at = lower.indexOf(wanted); at >= 0 && ranges.length < mostRanges; at = lower.indexOf(wanted, at + wanted.length)) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      ranges.push(range)
    }
  }
  if (ranges.length > 0) CSS.highlights.set(name, new Highlight(...ranges))
}
