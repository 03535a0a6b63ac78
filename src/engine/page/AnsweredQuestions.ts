import type { LaunchId } from '../../shared/drive/launch'

/**
 * Programs ask their screen things, and its answer arrives as if it were typed. A page that shows old output again, or a second page,
 * meets the same question: what it answers then would be typed into whatever runs there now.
 */
export class AnsweredQuestions {
  private readonly upTo = new Map<LaunchId, number>()

  /** False: it was answered already, or a later one was. */
  claim(launch: LaunchId, at: number): boolean {
    if (at <= (this.upTo.get(launch) ?? -1)) return false
    this.upTo.set(launch, at)
    return true
  }
}
