import type { Health } from '../../shared/health'

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
