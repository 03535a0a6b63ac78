import type { RunUri } from '../../shared/ids'
import { bindingOf, type KeyPress } from '../window/keyBindings'
import { runTitle } from './runTitle'
import type { RunsLines } from './sectionRuns'

export type RunStep = { readonly kind: 'move'; readonly run: RunUri; readonly index: number } | { readonly kind: 'open' }

const page = 10

/** Where a key leads in the list of runs; null: nowhere, or it belongs to the whole window. */
export function stepRun(press: KeyPress, lines: RunsLines, cursor: RunUri | null): RunStep | null {
  if (press.ctrlKey || press.metaKey || press.altKey || bindingOf(press, false)) return null
  const at = cursor === null ? -1 : lines.indexOf(cursor)
  switch (press.key) {
    case 'ArrowDown':
      return seek(lines, at + 1, 1)
    case 'ArrowUp':
      return seek(lines, at < 0 ? 0 : at - 1, at < 0 ? 1 : -1)
    case 'PageDown':
      return seek(lines, Math.min(lines.count - 1, at + page), -1)
    case 'PageUp':
      return seek(lines, Math.max(0, at - page), 1)
    case 'Home':
      return seek(lines, 0, 1)
    case 'End':
      return seek(lines, lines.count - 1, -1)
    case 'Enter':
    case ' ':
      return { kind: 'open' }
    default:
      return press.key.length === 1 ? seekLetter(lines, at, press.key.toLowerCase()) : null
  }
}

function seek(lines: RunsLines, from: number, direction: 1 | -1): RunStep | null {
  for (let index = from; index >= 0 && index < lines.count; index += direction) {
    const entry = lines.at(index)
    if (entry?.kind === 'run') return { kind: 'move', run: entry.row.uri, index }
  }
  return null
}

function seekLetter(lines: RunsLines, at: number, letter: string): RunStep | null {
  for (let step = 1; step <= lines.count; step++) {
    const index = (at + step) % lines.count
    const entry = lines.at(index)
    if (entry?.kind === 'run' && runTitle(entry.row).toLowerCase().startsWith(letter))
      return { kind: 'move', run: entry.row.uri, index }
  }
  return null
}
