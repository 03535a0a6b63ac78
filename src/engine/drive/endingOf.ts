import { lastWord } from '../../core/drive/lastWord'
import type { RunEnd } from '../../core/model/phaseOf'
import type { LaunchRecord } from './launchShelf'

/** How a session of ours ended: by a person's word, or by itself as its program said; null: neither, or nobody saw it. */
export function endingOf({ ended, isStopped, way }: LaunchRecord, lastWords: string): RunEnd | null {
  if (ended === null) return null
  if (isStopped) return { how: 'stopped', message: null, at: ended.at }
  if (ended.code === null || ended.code === 0) return null
  // Our own word ended it; and in its own terminal a person leaves it in many ways.
  if (ended.because != null || way === 'terminal') return null
  return { how: 'failed', message: `exit code ${ended.code}${lastWord(lastWords)}`, at: ended.at }
}
