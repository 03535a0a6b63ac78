import type { DoctorReport } from '../../shared/doctorReport'
import { oneLine } from '../../shared/neutraliseText'
import { type StyledLine, span } from '../text/styledText'
import { wrapWords } from '../text/wrapWords'

/** Whole sentences, however narrow the terminal: cut they would say something else. */
export function limitLines(limits: DoctorReport['limits'], width: number): StyledLine[] {
  const names = limits.reduce((widest, { provider }) => Math.max(widest, provider.length), 0)
  return limits.flatMap(({ provider, text }) =>
    wrapWords(oneLine(text), Math.max(20, width - names - 4)).map(
      (line, n): StyledLine => [span(`  ${(n === 0 ? provider : '').padEnd(names)}  `), span(line, 'dim')],
    ),
  )
}
