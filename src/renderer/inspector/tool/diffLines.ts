export interface DiffLine {
  readonly kind: 'same' | 'add' | 'del'
  readonly text: string
  /** Counted from 0, in the old and in the new text; null where the line is not. */
  readonly before: number | null
  readonly after: number | null
}

const mostLines = 2000
const mostSteps = 400

/** What changed, line by line; above the bounds the whole middle is one block out and one block in. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const old = linesOf(before)
  const now = linesOf(after)
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++
  const oldMiddle = old.slice(head, old.length - tail)
  const nowMiddle = now.slice(head, now.length - tail)
  const isLong = oldMiddle.length > mostLines || nowMiddle.length > mostLines
  const kept = isLong ? [] : (commonPairs(oldMiddle, nowMiddle) ?? [])
  const pairs = [
    ...Array.from({ length: head }, (_, at): Pair => [at, at]),
    ...kept.map(([a, b]): Pair => [a + head, b + head]),
    ...Array.from({ length: tail }, (_, at): Pair => [old.length - tail + at, now.length - tail + at]),
  ]
  return weave(old, now, pairs)
}

type Pair = readonly [number, number]

function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

/** Myers: the shortest way from old to new, as the lines that stay. Null: too far apart to be worth it. */
function commonPairs(old: readonly string[], now: readonly string[]): readonly Pair[] | null {
  const most = Math.min(old.length + now.length, mostSteps)
  const offset = most + 1
  const reach = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  for (let step = 0; step <= most; step++) {
    trace.push(reach.slice())
    for (let line = -step; line <= step; line += 2) {
      let x = furthest(reach, offset, { line, step })
      let y = x - line
      while (x < old.length && y < now.length && old[x] === now[y]) {
        x++
        y++
      }
      reach[offset + line] = x
      if (x >= old.length && y >= now.length) return walkBack(trace, offset, old.length, now.length)
    }
  }
  return null
}

interface Diagonal {
  readonly line: number
  readonly step: number
}

function furthest(reach: Int32Array, offset: number, { line, step }: Diagonal): number {
  const left = reach[offset + line - 1] ?? 0
  const above = reach[offset + line + 1] ?? 0
  return line === -step || (line !== step && left < above) ? above : left + 1
}

function walkBack(trace: readonly Int32Array[], offset: number, oldLength: number, nowLength: number): readonly Pair[] {
  const pairs: Pair[] = []
  let x = oldLength
  let y = nowLength
  for (let step = trace.length - 1; step > 0; step--) {
    const reach = trace[step]
    if (!reach) break
    const line = x - y
    const left = reach[offset + line - 1] ?? 0
    const above = reach[offset + line + 1] ?? 0
    const isDown = line === -step || (line !== step && left < above)
    const fromX = isDown ? above : left
    const startX = isDown ? fromX : fromX + 1
    while (x > startX) {
      x--
      y--
      pairs.push([x, y])
    }
    x = fromX
    y = fromX - (isDown ? line + 1 : line - 1)
  }
  while (x > 0 && y > 0) {
    x--
    y--
    pairs.push([x, y])
  }
  return pairs.reverse()
}

function weave(old: readonly string[], now: readonly string[], pairs: readonly Pair[]): readonly DiffLine[] {
  const lines: DiffLine[] = []
  let a = 0
  let b = 0
  for (const [toOld, toNow] of [...pairs, [old.length, now.length] as const]) {
    for (; a < toOld; a++) lines.push({ kind: 'del', text: old[a] ?? '', before: a, after: null })
    for (; b < toNow; b++) lines.push({ kind: 'add', text: now[b] ?? '', before: null, after: b })
    if (a < old.length && b < now.length) lines.push({ kind: 'same', text: old[a] ?? '', before: a++, after: b++ })
  }
  return lines
}
