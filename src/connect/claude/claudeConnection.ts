import type { Connection } from '../../core/connection'
import { typeColours } from './definitions/typeColours'
import { openStreamStore } from './drive/openStreamStore'

/** Its files tell everything; sessions that were started here say it earlier, on their own output. */
export const claudeConnection: Connection = {
  provider: 'claude',
  variables: [],
  openStore: ({ stateFolder }) => (stateFolder === undefined ? null : openStreamStore(stateFolder)),
  typeColours: ({ root }, folder) => typeColours(root, folder),
}
