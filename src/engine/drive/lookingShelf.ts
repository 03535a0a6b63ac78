import { type LaunchShelf, openLaunchShelf } from './launchShelf'
import { mergeRecord } from './mergeRecord'

/** Launches that have not ended, for who only looks: nothing is ever put or removed. */
export function lookingShelf(stateFolder: string): LaunchShelf {
  const shelf = openLaunchShelf(stateFolder)
  const over = new Set<string>()
  const isOpen = (id: string): boolean => {
    if (over.has(id)) return false
    const record = shelf.read(id)
    if (record?.ended) over.add(id)
    return record !== null && record.ended === null
  }
  return {
    ids: () => shelf.ids().filter(isOpen),
    ...{ read: shelf.read, stampOf: shelf.stampOf },
    put: () => null,
    change(id, change) {
      const now = shelf.read(id)
      return now && mergeRecord(now, change)
    },
    remove: () => undefined,
  }
}
