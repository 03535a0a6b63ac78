import type { Catalog } from './catalog'
import type { ProviderRoot } from './providerRoot'
import { createSweep } from './sweepRoots'
import { type WatchState, watchRoots } from './watchRoots'
import { watchStore } from './watchStore'

export interface PlaceSources {
  /** From here on nothing is missed. */
  readonly ready: Promise<void>
  /** Begins to compare with the disk now and then: from when the first walk is known. */
  begin(): void
  state(): WatchState
  /** Looks at everything that differs from what is known. */
  sweep(): Promise<void>
  close(): void
}

export interface PlaceSourcesOptions {
  readonly known: () => Catalog
  /** Look at this source. */
  readonly onHint: (path: string) => void
  /** A folder is gone: no hints come for what was below it. */
  readonly onVanished: (folder: string) => void
  readonly isForcedPolling: boolean
}

/** Everything that says that a source of one place may have changed: its folders, its store, and the sweep that repairs both. */
export function watchPlaceSources(place: ProviderRoot, options: PlaceSourcesOptions): PlaceSources {
  const { provider, root } = place
  const { known, onHint, onVanished } = options
  const want = (path: string): boolean => provider.recognise(path) !== null
  const enter = (path: string): boolean => provider.isWatchedFolder(path)
  const folders = watchRoots(
    [root],
    {
      onHint: (_, path) => onHint(path),
      onFolder: (_, path, change) => {
        if (change === 'vanished') onVanished(path)
      },
      onState: () => undefined,
    },
    { want, enter, ...(options.isForcedPolling ? { mode: 'polling' as const } : {}) },
  )
  const store = place.store && watchStore(place.store, known, onHint)
  let sweep: ReturnType<typeof createSweep> | null = null
  return {
    ready: Promise.all([folders.ready, store?.ready]).then(() => undefined),
    begin() {
      sweep = createSweep({
        roots: [root],
        want,
        // What lies in the store is no file that a walk could miss.
        known: () => (store ? filesOnly(known()) : known().files),
        onHint: (_, path) => onHint(path),
        onWalk: (_, walk) => folders.adopt(0, walk.folders.paths),
        walkOptions: { enter },
      })
    },
    state() {
      const state = folders.state()
      return store?.describe(state) ?? state
    },
    async sweep() {
      store?.sweep()
      await sweep?.sweepNow()
    },
    close() {
      sweep?.close()
      store?.close()
      folders.close()
    },
  }
}

function filesOnly(catalog: Catalog): Catalog['files'] {
  return new Map([...catalog.files].filter(([, { spec }]) => spec.format !== 'records'))
}
