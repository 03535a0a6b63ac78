import { neutraliseText } from '../../../shared/neutraliseText'
import type { Stopping } from './useStopping'

/** How far the stopping is, or why it came to nothing. */
export function StoppingLine({ stopping: { isUnderway, refusal } }: { readonly stopping: Stopping }) {
  if (refusal !== null)
    return (
      <p className="st-failed" role="alert">
        It was not stopped: {neutraliseText(refusal)}
      </p>
    )
  return isUnderway ? (
    <p className="f3" role="status">
      Stopping …
    </p>
  ) : null
}
