/** What must have become of one call of a scenario. */
export interface ExpectedOutcome {
  readonly description: string
  readonly type: string
  /** Description of the agent that made the call; null: the session itself. */
  readonly parent: string | null
  readonly background?: boolean
  readonly phases: readonly string[]
  /** False: the call was refused, so there is a node without a child. */
  readonly hasChild?: boolean
}

const DONE = ['completed']
/** A cut agent leaves little or no mark on disk: which of these words fits cannot always be told. */
const CUT = ['interrupted', 'stopped', 'orphaned']

function atRoot(description: string, type: string, phases: readonly string[] = DONE): ExpectedOutcome {
  return { description, type, parent: null, phases }
}

const parallel = [
  atRoot('Explore layout', 'Explore'),
  atRoot('General research', 'general-purpose'),
  atRoot('Plan the login fix', 'Plan'),
  atRoot('Review auth', 'reviewer'),
]

const lead = atRoot('Audit lead', 'general-purpose')
const auditAuth: ExpectedOutcome = { description: 'Audit auth', type: 'general-purpose', parent: 'Audit lead', phases: DONE }

const failing = [
  atRoot('Fails at once', 'general-purpose', ['failed']),
  atRoot('Fails later', 'general-purpose', ['failed']),
  atRoot('Tool error', 'general-purpose'),
  atRoot('Turn limit', 'short'),
]

const interrupted = [
  atRoot('Watch slowly', 'general-purpose', CUT),
  { ...atRoot('Watch aside', 'general-purpose', CUT), background: true },
]

const cart = { ...atRoot('Check cart', 'general-purpose'), background: true }

/** By scenario and version, in the order of the calls under each parent. */
export const EXPECTED: Readonly<Record<string, Readonly<Record<string, readonly ExpectedOutcome[]>>>> = {
  parallel: { '2.1.327': parallel, '2.0.76': parallel },
  nested: {
    '2.1.327': [lead, auditAuth, { description: 'Check one line', type: 'Explore', parent: 'Audit auth', phases: DONE }],
    // Agents of this version have no tool to spawn with: the inner call is refused.
    '2.0.76': [lead, { ...auditAuth, phases: ['failed'], hasChild: false }],
  },
  background: {
    '2.1.327': [cart],
    // Print mode of this version does not wait for background agents: it ends, and they with it.
    '2.0.76': [{ ...cart, phases: CUT }],
  },
  failing: { '2.1.327': failing, '2.0.76': failing },
  slow: { '2.1.327': interrupted, '2.0.76': interrupted },
}
