import { displayWidth } from './displayWidth'
import { cutLine, lineWidth, padLine, type Span, type StyledLine, span } from './styledText'

export interface Column {
  readonly title: string
  readonly align: 'left' | 'right'
  /** The one column that gives way when the terminal is narrow. */
  readonly flexible?: boolean
}

/** Columns two spaces apart, a faint heading, no rules. The last column is not padded. */
export function layTable(columns: readonly Column[], rows: readonly (readonly StyledLine[])[], width: number): StyledLine[] {
  return [...layRows(columns, rows, (cells) => cells, width)]
}

/** The same, line by line as they are asked for: `cellsOf` is asked twice, and a table of two thousand rows is never there as a whole. */
export function* layRows<Row>(
  columns: readonly Column[],
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly StyledLine[],
  width: number,
): Generator<StyledLine> {
  const widths = columns.map((column) => displayWidth(column.title))
  for (const row of rows) {
    const cells = cellsOf(row)
    for (let i = 0; i < widths.length; i++) widths[i] = Math.max(widths[i] ?? 0, lineWidth(cells[i] ?? []))
  }
  const needed = widths.reduce((sum, each) => sum + each, 0) + 2 * (columns.length - 1)
  const flexible = columns.findIndex((column) => column.flexible)
  if (flexible >= 0 && needed > width) widths[flexible] = Math.max(8, (widths[flexible] ?? 0) - (needed - width))
  const lay = (cells: readonly StyledLine[]): StyledLine => {
    const line: Span[] = []
    columns.forEach((column, i) => {
      const cell = cutLine(cells[i] ?? [], widths[i] ?? 0)
      const gap = span(' '.repeat(Math.max(0, (widths[i] ?? 0) - lineWidth(cell))))
      if (i > 0) line.push(span('  '))
      if (column.align === 'right') line.push(gap, ...cell)
      else line.push(...(i === columns.length - 1 ? cell : padLine(cell, widths[i] ?? 0)))
    })
    return cutLine(line, width)
  }
  yield lay(columns.map((column) => [span(column.title, 'dim')]))
  for (const row of rows) yield lay(cellsOf(row))
}
