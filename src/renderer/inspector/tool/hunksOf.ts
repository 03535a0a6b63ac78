import type { DiffLine } from './diffLines'

export interface Hunk {
  readonly lines: readonly DiffLine[]
  /** How many unchanged lines before it are left out. */
  readonly skipped: number
}

const context = 3

/** The changed lines with a few around them. */
export function hunksOf(lines: readonly DiffLine[]): readonly Hunk[] {
  const near = new Set<number>()
  lines.forEach((line, at) => {
    if (line.kind === 'same') return
    for (let by = -context; by <= context; by++) near.add(at + by)
  })
  const hunks: { lines: DiffLine[]; skipped: number }[] = []
  let skipped = 0
  lines.forEach((line, at) => {
    if (!near.has(at)) {
      skipped++
      return
    }
    const last = hunks.at(-1)
    if (last && skipped === 0) last.lines.push(line)
    else hunks.push({ lines: [line], skipped })
    skipped = 0
  })
  return hunks
}

export function countChanges(lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } {
  let added = 0
  let removed = 0
  for (const { kind } of lines) {
    if (kind === 'add') added++
    else if (kind === 'del') removed++
  }
  return { added, removed }
}
