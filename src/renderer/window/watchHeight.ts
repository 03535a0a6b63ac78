/** Tells the layout how high the head of the centre is: what lies over the tree in a narrow window begins below it. */
export function watchHeight(head: HTMLElement | null): (() => void) | undefined {
  const frame = head?.closest<HTMLElement>('.win')
  if (!head || !frame) return undefined
  const observer = new ResizeObserver(() => frame.style.setProperty('--h-centre-head', `${head.offsetHeight}px`))
  observer.observe(head)
  return () => observer.disconnect()
}
