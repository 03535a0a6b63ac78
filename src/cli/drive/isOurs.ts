import type { RunUri } from '../../shared/ids'
import type { CommandContext } from '../command'

/** It was started here, by whichever program of ours, and has not ended. */
export async function isOurs(context: CommandContext, run: RunUri): Promise<boolean> {
  const { lookingShelf } = await import('../../engine/drive/lookingShelf')
  const shelf = lookingShelf(await context.stateFolder())
  return shelf.ids().some((id) => {
    const record = shelf.read(id)
    return record !== null && record.origin?.how !== 'join' && `${record.provider}://${record.run}` === run
  })
}
