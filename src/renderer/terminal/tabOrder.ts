import type { Launch } from '../../shared/drive/launch'

/** As they were started: a new one comes last, and none of the others moves under the pointer. */
export function tabOrder<T extends Pick<Launch, 'way' | 'started' | 'id'>>(launches: readonly T[]): readonly T[] {
  return launches
    .filter(({ way }) => way === 'terminal')
    .toSorted((a, b) => Date.parse(a.started) - Date.parse(b.started) || (a.id < b.id ? -1 : 1))
}
