import type { Corrections } from '../../core/model/corrections'
import { setCorrections, treeOf } from '../../core/model/forest'
import type { Run } from '../../core/model/run'
import { AgentKey, type RunUri } from '../../shared/ids'
import { isGuestRoot } from '../../shared/isGuestRoot'
import type { LinkChange, LinkChanged, LinkPlace, LinkRefusal } from '../../shared/linkChange'
import { fail, ok, type Result } from '../../shared/result'
import type { AgentView, TreeView } from '../../shared/views'
import type { LookupFailure } from '../engine'
import { launchesOf } from '../guests/launchesOf'
import { seekForNew } from '../guests/seekGuests'
import type { OpenedRun } from '../openedRuns'
import { ownerOfAgent } from '../resolveAgent'
import { findSession } from './findSession'
import { correctionsOf, type LinkAct } from './linkAct'
import type { Edited, LinkStore } from './linkStore'
import { planChange } from './planChange'

type Answer = Result<LinkChanged, LinkRefusal>

/** Changes of links, tried on the run as it is now before they are kept. */
export interface LinkEditor {
  change(run: RunUri, key: string, change: LinkChange, options: { readonly isDryRun: boolean }): Promise<Answer>
  undo(run: RunUri): Promise<Answer>
  redo(run: RunUri): Promise<Answer>
}

export interface LinkEditorOptions {
  readonly store: LinkStore
  readonly open: (run: RunUri) => Result<OpenedRun, LookupFailure>
  readonly now: () => number
}

export function linkEditor({ store, open, now }: LinkEditorOptions): LinkEditor {
  const onOpened = (run: RunUri, work: (opened: OpenedRun) => Edited<Answer>): Edited<Answer> => {
    const opened = open(run)
    return opened.ok ? work(opened.value) : refused({ rule: 'unknown_id', message: opened.failure.message })
  }
  const keep = async (work: (acts: readonly LinkAct[]) => Edited<Answer>): Promise<Answer> => {
    const edited = await store.edit(work)
    return edited.ok ? edited.value : fail({ rule: 'not_stored', message: edited.failure })
  }
  return {
    async change(run, key, change, { isDryRun }) {
      const at = new Date(now()).toISOString()
      const work = (acts: readonly LinkAct[]): Edited<Answer> =>
        onOpened(run, (opened) => changeOne(opened, acts, { run, key, change, at }))
      return isDryRun ? tryOnly(store, work) : keep(work)
    },
    undo: (run) => keep((acts) => onOpened(run, (opened) => undoOne(opened, acts, run))),
    redo: (run) => keep((acts) => onOpened(run, (opened) => redoOne(opened, acts, run))),
  }
}

/** Needs no lock and no folder that can be written. */
function tryOnly(store: LinkStore, work: (acts: readonly LinkAct[]) => Edited<Answer>): Answer {
  store.reload()
  return work(store.acts()).answer
}

function refused(refusal: LinkRefusal): Edited<Answer> {
  return { acts: null, answer: fail(refusal) }
}

interface Wanted {
  readonly run: RunUri
  readonly key: string
  readonly change: LinkChange
  readonly at: string
}

function changeOne(opened: OpenedRun, acts: readonly LinkAct[], { run, key, change, at }: Wanted): Edited<Answer> {
  const current = correctionsOf(acts, run)
  const tree = treeWith(opened, current)
  const { derived } = opened.reader.run
  const launches = launchesOf(opened.reader.run)
  if (!derived) throw new Error('a run that was looked at is derived')
  const { catalog, place } = opened
  const runElsewhere = (id: string): string | null =>
    catalog.runs.has(id) ? `${place.provider.id}://${id}` : ownerOfAgent(catalog, id)
  const sessionNamed = (name: string): string | null => findSession(opened, current, name)
  const planned = planChange({ tree, derived, launches, runElsewhere, sessionNamed }, key, change)
  if (!planned.ok) return refused(planned.failure)
  const { agent } = planned.value
  const before = placeOf(tree, agent)
  // What was taken back cannot be done again once something else was done.
  const kept = acts.filter((act) => act.run !== run || !act.undone)
  const act: LinkAct = { at, author: 'person', run, ...planned.value, before, after: before, undone: false }
  const next = correctionsOf([...kept, act], run)
  if (isSameWord(current, next)) return { acts: null, answer: ok({ before, after: before }) }
  const after = tryOn(opened, current, next, agent)
  if (after === null)
    return refused({ rule: 'cycle', message: `with that, ${key} and agents placed by hand would hang below each other` })
  return { acts: [...kept, { ...act, after }], answer: ok({ before, after }) }
}

function undoOne(opened: OpenedRun, acts: readonly LinkAct[], run: RunUri): Edited<Answer> {
  const last = acts.findLastIndex((act) => act.run === run && !act.undone)
  if (last < 0) return refused({ rule: 'nothing_to_undo', message: 'Nothing to undo in this run.' })
  return turn(opened, acts, last, true)
}

function redoOne(opened: OpenedRun, acts: readonly LinkAct[], run: RunUri): Edited<Answer> {
  const first = acts.findIndex((act) => act.run === run && act.undone)
  if (first < 0) return refused({ rule: 'nothing_to_redo', message: 'Nothing to redo in this run.' })
  return turn(opened, acts, first, false)
}

function turn(opened: OpenedRun, acts: readonly LinkAct[], index: number, undone: boolean): Edited<Answer> {
  const next = acts.map((act, i) => (i === index ? { ...act, undone } : act))
  const act = next[index]
  if (!act) throw new Error('the act was just found')
  const current = correctionsOf(acts, act.run)
  const before = placeOf(treeWith(opened, current), act.agent)
  const after = tryOn(opened, current, correctionsOf(next, act.run), act.agent)
  // A circle that evidence made since: the tree says so at the agent, and undo must not be stuck at it.
  return { acts: next, answer: ok({ before, after: after ?? before }) }
}

/** Where the agent would stand; null where a place given by hand could not be followed any more. */
function tryOn(opened: OpenedRun, current: Corrections, next: Corrections, agent: LinkAct['agent']): LinkPlace | null {
  const { run } = opened.reader
  const before = suspendedIn(run)
  const after = placeOf(treeWith(opened, next), agent)
  const isCircle = [...suspendedIn(run)].some((name) => !before.has(name))
  setCorrections(run, current)
  seekForNew(opened.place, opened.reader)
  return isCircle ? null : after
}

function treeWith({ place, reader }: OpenedRun, corrections: Corrections): TreeView {
  setCorrections(reader.run, corrections)
  seekForNew(place, reader)
  return treeOf(reader.run, place.view)
}

function suspendedIn({ derived }: Run): ReadonlySet<string> {
  const nodes = derived?.placed.flatMap(({ node }) => (node.correction === 'suspended' ? [node.id ?? node.key] : []))
  return new Set(nodes)
}

function placeOf(tree: TreeView, { id, call }: LinkAct['agent']): LinkPlace {
  const all = [...tree.agents, ...tree.unplaced]
  const isMeant = (agent: AgentView): boolean => id !== null && (agent.id === id || (isGuestRoot(agent) && agent.uri === id))
  const view = all.find(isMeant) ?? all.find((agent) => agent.key === call)
  // An act may be about an agent whose files are gone.
  if (!view) return { key: AgentKey.parse(id ?? call), parent: null, call: null, evidence: 'none', hidden: false }
  const { key, parent, link, hidden } = view
  return { key, parent, call: view.call, evidence: link.evidence, hidden: hidden !== null }
}

/** Also said at another time: saying a thing twice is saying it once. */
function isSameWord(current: Corrections, next: Corrections): boolean {
  const bare = (corrections: Corrections): string =>
    JSON.stringify(
      [...corrections].map(([name, { at: _, ...word }]) => [name, word] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  return bare(current) === bare(next)
}
