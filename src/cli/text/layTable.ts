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
  const widths = columns.map((column, i) =>
    rows.reduce((widest, row) => Math.max(widest, lineWidth(row[i] ?? [])), displayWidth(column.title)),
  )
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
  const heading = lay(columns.map((column) => [span(column.title, 'dim')]))
  return [heading, ...rows.map(lay)]
}
