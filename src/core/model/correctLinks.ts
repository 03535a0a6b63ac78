import type { Correction, Corrections } from './corrections'
import type { EvidenceFact, Node } from './linkNode'
import { type ParentTable, suspendCircles } from './suspendCircles'

/** An agent that was given a call claims it before everybody else. */
export function addManualEvidence(
  evidence: Map<string, EvidenceFact[]>,
  corrections: Corrections,
  isKnown: (id: string) => boolean,
): void {
  for (const [id, correction] of corrections) {
    // An agent whose files are gone must not come to life by its call.
    if (correction.kind !== 'place' || correction.call === null || !isKnown(id)) continue
    evidence.set(id, [manualEvidence(correction, correction.call), ...(evidence.get(id) ?? [])])
  }
}

/** Agents that take no call, so that another one can have it. */
export function unlinkedAgents(corrections: Corrections): ReadonlySet<string> {
  const unlinked = new Set<string>()
  for (const [id, { kind }] of corrections) if (kind === 'unlink') unlinked.add(id)
  return unlinked
}

/** The linked nodes, the root first, as a person wants them. Without a word of anybody they stay the very same. */
export function correctLinks(nodes: Node[], corrections: Corrections): Node[] {
  if (corrections.size === 0) return nodes
  const chosen = chooseTargets(nodes, corrections)
  const parents = tableOf(nodes)
  const suspended = suspendCircles(parents, chosen)
  const corrected = nodes.map((node, i) => {
    const correction = chosen.get(i)
    if (!correction) return node
    if (suspended.has(i)) return suspend(node)
    return correctNode(node, correction, parents)
  })
  return hideBelow(showTaken(corrected))
}

function tableOf(nodes: readonly Node[]): ParentTable {
  const byId = new Map<string, number>()
  nodes.forEach((node, i) => {
    if (node.id !== null) byId.set(node.id, i)
  })
  return { nodes, byId }
}

/** What was said of the agent itself goes before what was said of its call while nobody knew the agent. */
function chooseTargets(nodes: readonly Node[], corrections: Corrections): Map<number, Correction> {
  const chosen = new Map<number, Correction>()
  nodes.forEach((node, i) => {
    const correction = i === 0 ? undefined : (corrections.get(node.id ?? '') ?? corrections.get(node.key))
    if (correction) chosen.set(i, correction)
  })
  return chosen
}

function suspend(node: Node): Node {
  const conflict = 'the place it was given by hand is not followed: its parent now hangs below it'
  return { ...unfollowed(node, conflict), correction: 'suspended' }
}

/** Where it would stand without the word; a call it was given stays its own. */
function unfollowed(node: Node, conflict: string): Node {
  const evidence = node.evidence.filter((fact) => fact.kind !== 'manual' || fact === node.winner)
  return { ...node, evidence, correction: 'followed', conflict }
}

function correctNode(node: Node, correction: Correction, { byId }: ParentTable): Node {
  const told = node.evidence.filter(({ kind }) => kind !== 'manual')
  const isGiven = correction.kind === 'place' && correction.call !== null && node.winner?.call === correction.call
  const winner = manualEvidence(correction, isGiven ? correction.call : null)
  const followed = { ...node, ambiguous: false, correction: 'followed' as const, winner, evidence: [winner, ...told] }
  switch (correction.kind) {
    case 'place': {
      const { parent, call } = correction
      if (!byId.has(parent)) return unfollowed(node, `its parent by hand, ${parent}, is not in this run now`)
      const conflict = isGiven ? (otherCall(told, call) ?? otherAgent(node)) : otherPlace(node, correction)
      return { ...followed, parentThread: parent, hidden: null, conflict }
    }
    case 'unlink': {
      const proof = told.find((fact) => isProof(fact) && !(fact.kind === 'structural' && node.ambiguous))
      return { ...followed, parentThread: null, hidden: null, conflict: proof ? `${sayEvidence(proof)} says otherwise` : null }
    }
    case 'hide':
      return { ...followed, hidden: 'user' }
    default:
      return correction satisfies never
  }
}

function manualEvidence(correction: Correction, call: string | null): EvidenceFact {
  return { kind: 'manual', note: manualNote(correction, call), call, at: correction.at }
}

function manualNote(correction: Correction, call: string | null): string {
  switch (correction.kind) {
    case 'place':
      return call === null ? 'placed by hand' : `given the call ${call} by hand`
    case 'unlink':
      return 'unlinked by hand'
    case 'hide':
      return 'marked by hand as no sub-agent'
    default:
      return correction satisfies never
  }
}

function otherCall(told: readonly EvidenceFact[], given: string | null): string | null {
  const proof = told.find((fact) => namesCall(fact) && fact.call !== given)
  return proof ? `${sayEvidence(proof)} names the call ${proof.call}` : null
}

/** The answer may name an agent that left nothing else behind. */
function otherAgent({ answer, id }: Node): string | null {
  if (!answer || answer.agent === null || answer.agent === id) return null
  return `the answer to the call ${answer.call} names ${answer.agent}`
}

function otherPlace({ winner, ambiguous, parentThread }: Node, given: Correction & { kind: 'place' }): string | null {
  if (given.call !== null) return `the call ${given.call} it was given by hand is another agent's`
  if (!winner || !isProof(winner) || ambiguous || parentThread === null || parentThread === given.parent) return null
  return `${sayEvidence(winner)} puts it under ${parentThread}`
}

function isProof({ kind }: EvidenceFact): boolean {
  return kind === 'explicit' || kind === 'stream' || kind === 'structural'
}

function namesCall(fact: EvidenceFact): boolean {
  return isProof(fact) && fact.call !== null
}

function sayEvidence({ kind, note }: EvidenceFact): string {
  return `${kind} evidence (${note})`
}

/** A call that was given by hand although the files name another agent for it: both say so. */
function showTaken(nodes: Node[]): Node[] {
  const givenTo = new Map<string, number>()
  nodes.forEach(({ winner }, i) => {
    if (winner?.kind === 'manual' && winner.call !== null) givenTo.set(winner.call, i)
  })
  if (givenTo.size === 0) return nodes
  const shown = [...nodes]
  nodes.forEach((node, i) => {
    const proof = node.evidence.find((fact) => namesCall(fact) && (givenTo.get(fact.call ?? '') ?? i) !== i)
    const taker = givenTo.get(proof?.call ?? '')
    const holder = taker === undefined ? undefined : shown[taker]
    if (!proof || taker === undefined || !holder) return
    shown[i] = withConflict(node, `${sayEvidence(proof)} names the call ${proof.call}, given to ${holder.id} by hand`)
    shown[taker] = withConflict(holder, `${sayEvidence(proof)} gives the call ${proof.call} to ${node.id}`)
  })
  return shown
}

function withConflict(node: Node, conflict: string): Node {
  return { ...node, conflict: node.conflict ?? conflict }
}

/** What is no sub-agent has none either: with it goes everything below it. */
function hideBelow(nodes: Node[]): Node[] {
  if (!nodes.some(({ hidden }) => hidden === 'user')) return nodes
  const { byId } = tableOf(nodes)
  const isHidden = new Map<number, boolean>()
  const look = (start: number): boolean => {
    const way: number[] = []
    let at: number | undefined = start
    let found = false
    while (at !== undefined && !isHidden.has(at)) {
      // Set before it is known, so that a circle of parents ends.
      isHidden.set(at, false)
      way.push(at)
      found = nodes[at]?.hidden === 'user'
      if (found) break
      at = byId.get(nodes[at]?.parentThread ?? '')
    }
    found ||= at !== undefined && isHidden.get(at) === true
    for (const i of way) isHidden.set(i, found)
    return found
  }
  return nodes.map((node, i) => (look(i) && node.hidden === null ? { ...node, hidden: 'user' } : node))
}
