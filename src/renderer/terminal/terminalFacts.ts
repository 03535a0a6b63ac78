import { create } from 'zustand'
import type { LaunchId } from '../../shared/drive/launch'

interface TerminalFacts {
  /** Launch → `132 × 14`, of those that were shown. */
  readonly sizes: Readonly<Record<string, string>>
}

/** What the head of the drawer says of terminals: the library that draws them is not loaded for it. */
export const useTerminalFacts = create<TerminalFacts>(() => ({ sizes: {} }))

const readers = new Map<LaunchId, () => string>()

export function noteTerminalSize(launch: LaunchId, columns: number, rows: number): void {
  const size = `${columns} × ${rows}`
  if (useTerminalFacts.getState().sizes[launch] === size) return
  useTerminalFacts.setState(({ sizes }) => ({ sizes: { ...sizes, [launch]: size } }))
}

export function noteTerminalReader(launch: LaunchId, read: (() => string) | null): void {
  if (read) readers.set(launch, read)
  else readers.delete(launch)
}

/** All that it has said and still keeps. */
export function terminalText(launch: LaunchId): string {
  return readers.get(launch)?.() ?? ''
}
