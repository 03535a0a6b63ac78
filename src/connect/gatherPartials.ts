import type { LiveChannel } from '../core/liveChannel'
import type { PartialText } from '../core/partialText'
import { createListeners } from './listeners'
import type { PartialTexts } from './partialTexts'

/** What is being written over all connections of a channel. */
export interface GatheredPartials {
  readonly told: Required<Pick<LiveChannel, 'partials' | 'onPartial'>>
  raise(thread: string): void
  clear(): void
}

export function gatherPartials(all: () => readonly PartialTexts[]): GatheredPartials {
  const listeners = createListeners<string>()
  return {
    told: { partials: (thread) => merge(all().map((one) => one.of(thread))), onPartial: listeners.add },
    raise: listeners.raise,
    clear: listeners.clear,
  }
}

/** Two ways to one server: what both tell is one text, and the one that heard more of it counts. */
function merge(all: readonly (readonly PartialText[])[]): readonly PartialText[] {
  const merged = new Map<string, PartialText>()
  for (const one of all.flat()) {
    const other = merged.get(one.key)
    if (!other || one.text.length > other.text.length) merged.set(one.key, one)
  }
  return [...merged.values()]
}
