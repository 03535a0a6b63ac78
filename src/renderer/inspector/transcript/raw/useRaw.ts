import { create } from 'zustand'
import type { AgentKey, RunUri } from '../../../../shared/ids'
import type { RawGaps, RawPage, RawRecord } from '../../../../shared/rawRecords'
import { callEngine, faultOf } from '../../../store/client'
import { listNow, sayInTranscript } from '../listNow'
import type { ItemRange } from '../missingRange'
import { type TranscriptView, useTranscript } from '../useTranscript'
import { GapBook } from './GapBook'

interface RawNow {
  readonly isOn: boolean
  /** Null: nothing is known yet. Filled in place; `version` says when. */
  readonly book: GapBook | null
  /** Those that were looked at, by number. Changed in place as well. */
  readonly records: Map<number, RawRecord>
  readonly version: number
}

const nothing = (): RawNow => ({ isOn: false, book: null, records: new Map(), version: 0 })

/** Records of the transcript that no item shows. */
export const useRaw = create<RawNow>(nothing)

interface Agent {
  readonly run: RunUri
  readonly key: AgentKey
}

const pageSize = 200
const mostRecords = 3000
/** What nobody shows raises no news: while it is wanted it is asked for. */
const lookMs = 1000
const mostKept = 200
/** Agents whose records are shown, for as long as the page is open. */
const chosen = new Set<string>()
let agent: Agent | null = null
let asking: AbortController | null = null
let reading: AbortController | null = null
/** Not all that there was when it was switched on is shown yet. */
let isArriving = false
const wanted = new Map<string, ItemRange>()

/** For as long as an agent's transcript is shown. */
export function openRaw(run: RunUri, key: AgentKey): () => void {
  agent = { run, key }
  useRaw.setState({ ...nothing(), isOn: chosen.has(`${run} ${key}`), version: useRaw.getState().version + 1 })
  isArriving = false
  const stop = useTranscript.subscribe(follow)
  const timer = setInterval(() => void look(), lookMs)
  void look()
  return () => {
    stop()
    clearInterval(timer)
    halt()
    agent = null
    wanted.clear()
    useRaw.setState({ ...nothing(), version: useRaw.getState().version + 1 })
  }
}

export function switchRaw(isOn: boolean): void {
  if (!agent) return
  const name = `${agent.run} ${agent.key}`
  chosen.delete(name)
  if (isOn) chosen.add(name)
  const [oldest] = chosen
  if (chosen.size > mostKept && oldest !== undefined) chosen.delete(oldest)
  halt()
  sayInTranscript('')
  listNow()?.holdPlace(isOn ? 'coming' : 'going')
  isArriving = isOn
  useRaw.setState(({ version }) => ({ ...nothing(), isOn, version: version + 1 }))
  void look()
}

/** Records in sight, by number; null: none of them any more. */
export function wantRaw(name: string, range: ItemRange | null): void {
  if (range) wanted.set(name, range)
  else wanted.delete(name)
  void readWanted()
}

function halt(): void {
  asking?.abort()
  reading?.abort()
  asking = null
  reading = null
}

function follow(now: TranscriptView, before: TranscriptView): void {
  if (now.phase === 'whole' && (before.phase !== 'whole' || now.total !== before.total)) void look()
}

/** Asks for what is new; from the beginning where what was told holds no more. */
async function look(): Promise<void> {
  if (!agent || asking || !useRaw.getState().isOn || useTranscript.getState().phase !== 'whole') return
  const own = new AbortController()
  asking = own
  try {
    await lookOn(agent, own)
  } catch (error) {
    // Whoever looks on sees the rest of the transcript, and is asked again soon.
    if (!own.signal.aborted) sayInTranscript(faultOf(error).message)
  }
  if (asking === own) asking = null
}

async function lookOn(of: Agent, own: AbortController): Promise<void> {
  let draft = useRaw.getState().book
  for (let isMore = true; isMore; ) {
    const told: RawGaps = await callEngine('listRaw', { ...of, from: draft?.total ?? 0 }, own.signal)
    if (own.signal.aborted) return
    if (draft && draft.revision !== told.revision) {
      draft = null
      continue
    }
    draft ??= new GapBook(told.revision)
    const before = draft.total
    draft.take(told)
    isMore = told.next !== null
    // A new one takes the place of the old when it is whole: what is on the screen does not come and go.
    const { book } = useRaw.getState()
    if (book === draft ? draft.total > before : book === null || !isMore) show(draft)
  }
  if (!isArriving) return
  isArriving = false
  if (draft?.total === 0) sayInTranscript('every record here is part of an item')
  // Where nothing came behind the last item the reader is at the end still.
  listNow()?.holdPlace('come')
}

function show(book: GapBook): void {
  useRaw.setState(({ version, book: before, records }) => ({
    book,
    records: before === book ? records : new Map(),
    version: version + 1,
  }))
  void readWanted()
}

async function readWanted(): Promise<void> {
  if (!agent || reading) return
  const own = new AbortController()
  reading = own
  try {
    for (let from = missing(); from !== null; from = missing()) {
      const page: RawPage = await callEngine('readRaw', { ...agent, from, limit: pageSize }, own.signal)
      if (own.signal.aborted) return
      // Told of another list: the next look begins anew. What gives nothing would be asked for ever.
      if (page.revision !== useRaw.getState().book?.revision || page.records.length === 0) break
      keep(page)
    }
  } catch {
    // The lines stay without names until the next look.
  }
  if (reading === own) reading = null
}

function missing(): number | null {
  const { book, records } = useRaw.getState()
  for (const { from, to } of wanted.values())
    for (let n = from; n < Math.min(to, book?.total ?? 0); n++) if (!records.has(n)) return n
  return null
}

function keep({ from, records: added }: RawPage): void {
  const { records } = useRaw.getState()
  added.forEach((record, at) => void records.set(from + at, record))
  if (records.size > mostRecords) {
    const isWanted = (n: number): boolean => [...wanted.values()].some((range) => n >= range.from && n < range.to)
    for (const n of records.keys()) if (records.size > mostRecords / 2 && !isWanted(n)) records.delete(n)
  }
  useRaw.setState(({ version }) => ({ version: version + 1 }))
}
