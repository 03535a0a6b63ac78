import { notifyPerson } from '../attention/notifyPerson'
import { followTheme } from '../theme/followTheme'
import { chooseRunAlone } from './chooseRunAlone'
import { followHash } from './followHash'
import { followTitle } from './followTitle'
import { listenToKeys } from './listenToKeys'
import { watchSilence } from './watchSilence'

/** What the page does by itself besides drawing, for as long as it lives. */
export function startPage(): void {
  followTheme()
  listenToKeys()
  followHash()
  chooseRunAlone()
  followTitle()
  notifyPerson()
  watchSilence()
}
