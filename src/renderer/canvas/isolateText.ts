import { neutraliseText } from '../../shared/neutraliseText'

/** For inks that know no elements: isolates keep a right-to-left name from turning what stands beside it. */
export function isolateText(text: string): string {
  return `\u2068${neutraliseText(text).replace(/[\n\t]/g, ' ')}\u2069`
}
