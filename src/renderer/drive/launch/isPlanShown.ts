import type { LaunchWish } from '../../../shared/drive/launchWish'
import type { Planned } from './usePlan'

/**
 * A person has before them what a start would mean, but for the last letters of the prompt: those change neither what goes along nor
 * what is allowed, and Enter may follow them at once.
 */
export function isPlanShown(wish: LaunchWish | null, { plan, of }: Pick<Planned, 'plan' | 'of'>): boolean {
  return wish !== null && plan !== null && of !== null && restOf(of) === restOf(wish)
}

function restOf({ prompt: _prompt, ...rest }: LaunchWish): string {
  return JSON.stringify(rest)
}
