import { ProviderId, RunUri } from '../../shared/ids'
import { isBlank } from '../../shared/isBlank'
import type { AgentView, RunRow } from '../../shared/views'
import type { Run } from './run'
import { instant } from './viewAgent'

/** What the run's main transcript says of it; changes only with the structure. */
export interface MainFacts {
  readonly title: string
  readonly cwd: string | null
  readonly version: string | null
  readonly branch: string | null
  /** As the records themselves name it. */
  readonly forkedFrom: string | null
  readonly startedAt: number
}

export type RunHead = Pick<
  RunRow,
  | 'uri'
  | 'provider'
  | 'id'
  | 'title'
  | 'cwd'
  | 'project'
  | 'branch'
  | 'version'
  | 'started'
  | 'updated'
  | 'ended'
  | 'live'
  | 'forkedFrom'
>

export function mainFactsOf(run: Run): MainFacts {
  let title = ''
  let rank = -1
  let cwd: string | null = null
  let version: string | null = null
  let branch: string | null = null
  let forkedFrom: string | null = null
  let startedAt = Number.NaN
  for (const source of [...run.sources.keys()].sort()) {
    const facts = run.sources.get(source)
    if (!facts?.threads.has(run.id)) continue
    for (const [r, text] of facts.titles) if (r > rank && !isBlank(text)) [rank, title] = [r, text]
    cwd ??= facts.cwd
    version = facts.version ?? version
    branch = facts.branch ?? branch
    if (facts.forkedFrom !== null) forkedFrom ??= `${run.provider}://${facts.forkedFrom}`
    if (!(startedAt <= facts.firstAt) && !Number.isNaN(facts.firstAt)) startedAt = facts.firstAt
  }
  return { title, cwd, version, branch, forkedFrom, startedAt }
}

export function headOfRun(run: Run, main: MainFacts, updatedAt: number, root: AgentView): RunHead {
  const { live } = run.liveness
  const updated = instant(updatedAt) ?? root.updated
  return {
    uri: RunUri.parse(run.uri),
    provider: ProviderId.parse(run.provider),
    id: run.id,
    title: titleOf(run, main, root),
    cwd: main.cwd,
    project: main.cwd,
    ...(main.branch === null ? {} : { branch: main.branch }),
    version: main.version,
    started: instant(main.startedAt) ?? root.started,
    updated,
    ended: live ? null : (updated ?? root.ended),
    live,
    forkedFrom: originOf(run, main.forkedFrom),
  }
}

/** Forks of one agent begin alike, and none of them is another's origin: there the records' word counts. */
function originOf(run: Run, named: string | null): string | null {
  const origin = addressOfOrigin(run.provider, named, run.runOfThread)
  return origin?.slice(run.provider.length + 3).includes('/') ? origin : (run.forkedFrom ?? origin)
}

/** A conversation that is no run itself is named below its run. */
export function addressOfOrigin(provider: string, named: string | null, runOfThread: Run['runOfThread']): string | null {
  const thread = named?.slice(provider.length + 3)
  const home = thread === undefined ? null : runOfThread(thread)
  return home === null || home === thread ? named : `${provider}://${home}/${thread}`
}

/** A run must be found by something: one without a word is named by its folder and its id. */
function titleOf(run: Run, main: MainFacts, root: AgentView): string {
  if (main.title !== '') return main.title
  const prompt = firstLine(root.prompt ?? '')
  if (!isBlank(prompt)) return prompt
  const folder = main.cwd?.split(/[\\/]/).findLast((name) => name !== '') ?? unreadFolder(run)
  const id = run.id.slice(0, SHORT_ID)
  return folder === null ? id : `${folder} ${id}`
}

function unreadFolder(run: Run): string | null {
  for (const { thread, project } of run.unread.values()) if (thread === run.id) return project
  return null
}

const SHORT_ID = 8
const TITLE_LENGTH = 200

function firstLine(text: string): string {
  const line = text.trimStart().split('\n', 1)[0] ?? ''
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line
}
