import { adriftLooks } from './adriftLooks'
import { askLooks } from './askLooks'
import { failedLooks } from './failedLooks'
import { foreignLooks } from './foreignLooks'
import { goOnLooks } from './goOnLooks'
import { kindLooks } from './kindLooks'
import type { LookStory } from './LookStage'
import { limitLooks } from './limitLooks'
import { newRunLooks } from './newRunLooks'
import { stopLooks } from './stopLooks'
import { terminalLooks } from './terminalLooks'

/** Every dialog, card and drawer of driving: axe looks at each in both themes, and a picture is taken of each in both. */
export const lookStories: readonly LookStory[] = [
  newRunLooks,
  askLooks,
  kindLooks,
  stopLooks,
  failedLooks,
  adriftLooks,
  limitLooks,
  goOnLooks,
  foreignLooks,
  terminalLooks,
]
