import type { RememberedChild } from '../../core/childMemory'
import { isWeakerChild } from '../../core/isWeakerChild'
import type { KeptChild } from './childFile'

/** What one program has learnt since it last wrote: where a child stands; null: it is gone. By `nameOf`. */
export type LearntChildren = ReadonlyMap<string, KeptChild | null>

/** Nobody has said for so long that it stands there: its run is hardly gone on with any more. */
const LASTS_MS = 90 * 86_400_000
/** A child takes some 400 bytes: with all of them the file has 1.6 MB, read in some 30 ms and written in some 15. */
const MOST_CHILDREN = 4000
/** Said again within a day it is not written again. */
const SEEN_MS = 86_400_000

export function nameOf(provider: string, id: string): string {
  return `${provider} ${id}`
}

/** What the file says with what was learnt, whoever wrote it meanwhile; the same array: nothing is new. */
export function mergeChildren(stored: readonly KeptChild[], learnt: LearntChildren, now: number): readonly KeptChild[] {
  const all = new Map(stored.map((one) => [nameOf(one.provider, one.id), one]))
  for (const [name, child] of learnt) {
    const known = all.get(name)
    if (child === null) all.delete(name)
    else if (known !== child) all.set(name, known ? better(known, child) : child)
  }
  const merged = [...all.values()].filter(({ seen }) => now - seen < LASTS_MS)
  if (merged.length > MOST_CHILDREN) merged.sort((a, b) => b.seen - a.seen).splice(MOST_CHILDREN)
  const isSame = merged.length === stored.length && merged.every((one, at) => one === stored[at])
  return isSame ? stored : merged
}

/** `learnt` in place of `known`, which it may not outweigh: another program may know by proof what this one guesses. */
export function better(known: KeptChild, learnt: KeptChild): KeptChild {
  const isOther = known.directory !== learnt.directory
  const place = isWeakerChild(learnt, known) ? known : learnt
  const seen = Math.max(known.seen, learnt.seen)
  if (isSamePlace(place, known)) return seen - known.seen < SEEN_MS ? known : { ...known, seen }
  return { ...place, since: isOther ? learnt.since : Math.min(known.since, learnt.since), seen }
}

function isSamePlace(a: RememberedChild, b: RememberedChild): boolean {
  return FIELDS.every((field) => a[field] === b[field])
}

const FIELDS = ['id', 'run', 'parent', 'type', 'title', 'evidence', 'guess', 'directory', 'teller'] as const
