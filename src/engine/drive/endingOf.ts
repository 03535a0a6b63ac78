import { lastWord } from '../../core/drive/lastWord'
import type { RunEnd } from '../../core/model/phaseOf'
import type { LaunchRecord } from './launchShelf'

/** How a session of ours broke off by itself, as its program said; null: it did not, or nobody saw it. */
export function endingOf({ ended, isStopped, way }: LaunchRecord, lastWords: string): RunEnd | null {
  if (ended === null || ended.code === null || ended.code === 0) return null
  // A person's word ended it, or ours; and in its own terminal a person leaves it in many ways.
  if (isStopped || ended.because != null || way === 'terminal') return null
  return { message: `exit code ${ended.code}${lastWord(lastWords)}`, at: ended.at }
}
