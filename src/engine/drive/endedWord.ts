import { pausesOf } from '../../core/drive/pausesOf'
import type { DrivenWord } from '../drivenWord'
import type { Desk } from './desk'
import { endingOf } from './endingOf'
import type { LaunchRecord, LaunchShelf } from './launchShelf'

/** What a looking desk says of a run, and beside it what only the disk knows: sessions that have ended. */
export interface EndedWord extends Pick<DrivenWord, 'pauses' | 'ending'> {
  /** Reads what has changed on the disk since the last look. False: nothing has. */
  look(): boolean
}

interface Kept {
  readonly stamp: string
  readonly record: LaunchRecord | null
}

export function endedWord(shelf: LaunchShelf, desk: () => Pick<Desk, 'word' | 'launch'> | null): EndedWord {
  let kept: ReadonlyMap<string, Kept> = new Map()
  let byRun: ReadonlyMap<string, readonly LaunchRecord[]> = new Map()
  /** Whom the desk still has, it tells of itself. */
  const isOver = ({ id, ended }: LaunchRecord): boolean => ended !== null && !desk()?.launch(id)
  return {
    look() {
      const now = new Map(shelf.ids().map((id) => [id, keptOf(shelf, id, kept.get(id))]))
      const isSame = now.size === kept.size && [...now].every(([id, one]) => kept.get(id) === one)
      kept = now
      // Asked for every run of a list: it must not walk all records each time.
      if (!isSame) byRun = recordsByRun(now.values())
      return !isSame
    },
    pauses(run) {
      const over = (byRun.get(run) ?? []).filter(isOver)
      const old = over.flatMap((record) => pausesOf({ ...record, pausedAt: null }, Number.POSITIVE_INFINITY))
      return [...old, ...(desk()?.word.pauses(run) ?? [])]
    },
    ending(run) {
      const last = byRun.get(run)?.at(-1)
      return last && isOver(last) ? endingOf(last, last.last?.said ?? '') : (desk()?.word.ending(run) ?? null)
    },
  }
}

function keptOf(shelf: LaunchShelf, id: string, before: Kept | undefined): Kept {
  // Before it is read: what is written in between is read again the next time.
  const stamp = shelf.stampOf(id)
  return before?.stamp === stamp ? before : { stamp, record: shelf.read(id) }
}

/** The newest last. */
function recordsByRun(all: Iterable<Kept>): ReadonlyMap<string, readonly LaunchRecord[]> {
  const own = [...all].flatMap(({ record }) => (record === null || record.origin?.how === 'join' ? [] : [record]))
  const byRun = new Map<string, LaunchRecord[]>()
  for (const record of own.sort((a, b) => a.started - b.started)) {
    const run = `${record.provider}://${record.run}`
    const records = byRun.get(run)
    if (records) records.push(record)
    else byRun.set(run, [record])
  }
  return byRun
}
