import type { Catalog, CatalogFile, CatalogRun } from './catalog'
import { breathe } from './every'
import type { ProviderRoot } from './providerRoot'
import { beginRun, finishRun } from './readTree'
import type { RunReader } from './runReader'
import { inReadingOrder } from './summariseRun'

/** Long runs, read a few milliseconds at a time before they are followed: nothing else has to wait for them. */
export interface ReadAhead {
  isReading(run: string): boolean
  /** Settles when `take` has something to give, or there is no more to wait for. */
  read(entry: CatalogRun): Promise<void>
  /** What was read ahead of this run, brought up to what the catalog knows now; null: nothing was. */
  take(catalog: Catalog, entry: CatalogRun): RunReader | null
  close(): void
}

/** Read in one go in less time than anybody notices. */
const SHORT_BYTES = 1_000_000
const SLICE_MS = 8

interface Begun {
  readonly reader: RunReader
  /** As they were when the reading began: what is another now is read on. */
  readonly files: ReadonlyMap<string, CatalogFile>
}

export function openReadAhead(place: ProviderRoot): ReadAhead {
  const reading = new Map<string, Promise<void>>()
  const done = new Map<string, Begun>()
  let isClosed = false
  const readSlices = async (entry: CatalogRun): Promise<void> => {
    // Whoever asked in the same breath, for the end of a transcript perhaps, is answered first.
    await breathe()
    if (isClosed) return
    const begun: Begun = { reader: beginRun(place, entry.id), files: new Map(entry.files) }
    let until = performance.now() + SLICE_MS
    const isLate = () => performance.now() >= until
    for (const file of inReadingOrder(begun.files.values())) {
      for (let isRead = false; !isRead; ) {
        isRead = begun.reader.read(file.path, file.spec, { isFinished: !begun.reader.run.liveness.live, shouldYield: isLate })
        if (!isLate()) continue
        await breathe()
        if (isClosed) return
        until = performance.now() + SLICE_MS
      }
    }
    done.set(entry.id, begun)
  }
  return {
    isReading: (run) => reading.has(run),
    async read(entry) {
      if (entry.sizeBytes < SHORT_BYTES && !isStored(entry)) return
      const known = reading.get(entry.id)
      if (known) return known
      const slices = readSlices(entry).finally(() => reading.delete(entry.id))
      reading.set(entry.id, slices)
      await slices
    },
    take(catalog, entry) {
      const begun = done.get(entry.id)
      if (!begun) return null
      done.delete(entry.id)
      const { reader, files } = begun
      for (const path of files.keys()) if (!entry.files.has(path)) reader.forget(path)
      finishRun(
        place,
        catalog,
        entry,
        reader,
        [...entry.files.values()].filter((file) => files.get(file.path) !== file),
      )
      return reader
    },
    close() {
      isClosed = true
      done.clear()
    },
  }
}

/** What lies in a store has no size in bytes: it may be long. */
function isStored({ files }: CatalogRun): boolean {
  for (const { spec } of files.values()) if (spec.format === 'records') return true
  return false
}
