/** What the page may spend on reading Markdown before it draws again: a leap brings two dozen texts at once. */
const mostMs = 4

let spentMs = 0
let isCounting = false

/** False: what has to be read now is shown as it was typed, and read when there is time. */
export function hasReadingTime(): boolean {
  return spentMs < mostMs
}

/** Counts what it takes, until the next task. */
export function spendReadingTime<T>(read: () => T): T {
  const began = performance.now()
  try {
    return read()
  } finally {
    spentMs += performance.now() - began
    if (!isCounting) setTimeout(beginAnew)
    isCounting = true
  }
}

function beginAnew(): void {
  spentMs = 0
  isCounting = false
}
