import type { Launch } from '../../shared/drive/launch'
import { isOver } from '../drive/launchOfRun'

/** Why what waits cannot be answered in the list, and where it can be. `launch`: the session of ours that writes its run. */
export function whyNotHere(launch: Pick<Launch, 'phase' | 'way'> | null): string {
  if (launch === null || isOver(launch)) return 'Not started here: answer it in the terminal or window where it runs.'
  if (launch.way === 'terminal') return 'It runs in a terminal of ours: answer it there.'
  if (launch.phase === 'paused') return 'It is paused: it can be answered when it goes on.'
  if (launch.phase === 'adrift') return 'What held its input is gone: it can be watched and stopped, but not answered.'
  return 'Its run was started here, but nothing came from it that could be answered here.'
}
