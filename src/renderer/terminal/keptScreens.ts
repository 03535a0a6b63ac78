import type { LaunchId } from '../../shared/drive/launch'
import { TerminalScreen } from './TerminalScreen'

/** One with all its lines takes some 20 MB. What is not kept is drawn again from what the engine keeps. */
const MOST_KEPT = 4

const kept = new Map<LaunchId, TerminalScreen>()

/** The screen of a terminal, as it was left. The one that was shown longest ago makes room. */
export function keptScreen(launch: LaunchId, isSpoken: boolean): TerminalScreen {
  const screen = kept.get(launch) ?? new TerminalScreen(launch, isSpoken)
  kept.delete(launch)
  kept.set(launch, screen)
  for (const [oldest, old] of kept) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(oldest)
    old.close()
  }
  return screen
}
