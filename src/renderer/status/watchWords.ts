import type { Health } from '../../shared/health'

/** A note or a remedy is trouble, whatever the mode says. */
export function isWatchingFine({ mode, note, remedy }: Health['watching']): boolean {
  return mode === 'events' && note === null && remedy === null
}

export function watchWords({ mode, folders }: Health['watching']): string {
  const counted = `${folders} ${folders === 1 ? 'folder' : 'folders'}`
  switch (mode) {
    case 'events':
      return `watching ${counted}`
    case 'mixed':
      return `watching ${counted}, some by polling`
    case 'polling':
      return `polling ${counted}`
    case 'off':
      return 'not watching'
    default:
      return mode satisfies never
  }
}
