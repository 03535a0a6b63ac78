import type { Notice } from '../../shared/contract'
import { useTold } from './told'

/** Something the page itself has to say, beside what the engine says. */
export function tell(notice: Notice): void {
  useTold.setState(({ notices }) => ({ notices: [...notices.slice(-49), notice] }))
}
