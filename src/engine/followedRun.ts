import { isDirty, setCorrections, setLiveness, takeRunPatch, viewWhole } from '../core/model/forest'
import type { Run } from '../core/model/run'
import { RunUri } from '../shared/ids'
import type { RunRow, WatchedAgent } from '../shared/views'
import type { Catalog, CatalogFile, CatalogRun } from './catalog'
import type { Candidate } from './guests/matchGuest'
import { checkGuests, considerGuest, readGuest, seekForNew } from './guests/seekGuests'
import { livenessOf } from './livenessOf'
import type { ProviderRoot } from './providerRoot'
import { openRun, settleOrigin } from './readTree'
import { rowTeller } from './rowTeller'
import { isPartlyRead, type RunReader } from './runReader'
import { isPhantom, rootOf } from './summariseRun'

export interface FollowedPatch {
  /** Null: the row is as it was. */
  readonly row: RunRow | null
  readonly agents: readonly WatchedAgent[]
  readonly removed: readonly string[]
}

/** One run held in memory while it is watched: read once, then only what is appended. */
export interface FollowedRun {
  readonly id: string
  lastChangeAt: number
  readonly isLive: boolean
  /** Whoever reads transcripts reads on with it: what it finds goes out with the next patch. */
  readonly reader: RunReader
  /** False: a long reading of a store stopped early, call again. */
  look(file: CatalogFile): boolean
  /** Takes in a session that one of its agents may have started. Says whether it is a guest now. */
  welcome(candidate: Candidate): boolean
  /** A guest has said something. */
  hearGuest(place: ProviderRoot, catalog: Catalog, uri: string): void
  forget(path: string): void
  /** Every turn that was begun has ended. */
  readonly isOver: boolean
  /** Asks the process table again. */
  checkLiveness(catalog: Catalog): void
  /** Takes over what a person now says about its links. */
  correct(): void
  /** Whether a patch would say anything new. */
  isChanged(catalog: Catalog): boolean
  /** A run of the same family came, went or was recognised: who is whose fork is asked anew. */
  resettle(): void
  /** Keys of the agents told so far. */
  readonly shown: ReadonlySet<string>
  takePatch(catalog: Catalog): FollowedPatch
  /** The run as it is now; the next patch says what it would have said. */
  view(catalog: Catalog): Pick<FollowedPatch, 'row' | 'agents'>
}

/** What a store has to tell is taken in for so long before others have their turn. */
const SLICE_MS = 8

/** `told`: keys of the agents that were told of when this run was followed before, so that their end can be told. */
export function followRun(
  place: ProviderRoot,
  catalog: Catalog,
  entry: CatalogRun,
  now: number,
  told: ReadonlySet<string> = new Set(),
  reader: RunReader = openRun(place, catalog, entry),
): FollowedRun {
  const { run } = reader
  const uri = RunUri.parse(run.uri)
  const shown = new Set(told)
  const last = { row: '', size: -1 }
  // Read once with the run; a fork that is still being copied is asked again until it says something of its own.
  let isSettled = rootOf(run) !== null && !isStillCopy(run)
  let mustSettle = false
  const beside = rowTeller(place, run)
  const readPending = (): void => {
    // The writer is gone: what it left without a line end is all there will be.
    for (const [path, tail] of reader.tails) if (tail.pendingBytes > 0) reader.read(path, tail.spec, { isFinished: true })
  }
  return {
    id: run.id,
    reader,
    shown,
    lastChangeAt: now,
    get isLive() {
      return run.liveness.live
    },
    get isOver() {
      return !hasOpenTurn(run)
    },
    look: (file) => readOn(place, reader, file),
    welcome: (candidate) => considerGuest(place, reader, candidate),
    hearGuest: (of, current, uri) => readGuest(place, reader, of, current, uri),
    forget: (path) => reader.forget(path),
    checkLiveness(current) {
      const liveness = livenessOf(place, current, run)
      const hasDied = run.liveness.live && !liveness.live
      setLiveness(run, liveness)
      checkGuests(place, reader)
      if (hasDied) readPending()
    },
    correct: () => takeWords(place, reader),
    isChanged(current) {
      // Told anew from the beginning: until all of it is there, what was told before is nearer to the truth.
      if (isPartlyRead(reader)) return false
      const sizeBytes = current.runs.get(run.id)?.sizeBytes ?? 0
      return isDirty(run) || isUntold(run) || shown.size === 0 || mustSettle || sizeBytes !== last.size || beside.isNews
    },
    resettle() {
      isSettled = false
      mustSettle = true
    },
    takePatch(current) {
      const known = current.runs.get(run.id)
      if (!isSettled && rootOf(run) !== null && known) {
        settleOrigin(place, current, known, reader)
        isSettled = !isStillCopy(run)
      }
      mustSettle = false
      last.size = known?.sizeBytes ?? 0
      const patch = beside.told(takeRunPatch(run, shown, place.view, last.size))
      // A list leaves out what holds no conversation: it gets a row when it has said something.
      const text = isPhantom(run, shown.size - 1) ? '' : JSON.stringify(patch.row)
      const row = text === last.row || text === '' ? null : patch.row
      last.row = text
      return {
        row,
        agents: patch.agents.map((agent) => ({ run: uri, ...agent })),
        removed: patch.removed.map((key) => `${uri} ${key}`),
      }
    },
    view(current) {
      const { row, agents } = viewWhole(run, place.view, current.runs.get(run.id)?.sizeBytes ?? 0)
      return {
        row: isPhantom(run, agents.length - 1) ? null : beside.onto(row),
        agents: agents.map((agent) => ({ run: uri, ...agent })),
      }
    },
  }
}

function takeWords(place: ProviderRoot, reader: RunReader): void {
  setCorrections(reader.run, place.corrections(reader.run.id))
  seekForNew(place, reader)
}

function hasOpenTurn(run: Run): boolean {
  for (const { threads } of run.sources.values()) for (const { turn } of threads.values()) if (turn.kind === 'open') return true
  return false
}

/** Somebody else looked at what changed before a patch was taken of it. */
function isUntold({ changedKeys, derived }: Run): boolean {
  return changedKeys.size > 0 || derived?.isShown === false
}

/** Nothing of its own yet: what it has all came from the run it was forked from. */
function isStillCopy(run: Run): boolean {
  if (run.forkedFrom === null) return false
  for (const facts of run.sources.values()) {
    for (const { record } of facts.threads.get(run.id)?.responses.values() ?? []) if (!run.foreign.has(record)) return false
  }
  return true
}

function readOn(place: ProviderRoot, reader: RunReader, file: CatalogFile): boolean {
  const isDone = readFile(reader, file)
  seekForNew(place, reader)
  return isDone
}

function readFile(reader: RunReader, { path, spec }: CatalogFile): boolean {
  const isFinished = !reader.run.liveness.live
  if (spec.format === 'records') {
    const until = performance.now() + SLICE_MS
    return reader.read(path, spec, { isFinished, shouldYield: () => performance.now() >= until })
  }
  while (!reader.read(path, spec, { isFinished })) {
    // Nothing asks it to stop early, so a second round only follows a file that grew meanwhile.
  }
  return true
}
