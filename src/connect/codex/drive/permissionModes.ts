import { asObject, type Json } from '../../../core/readJson'

/** What the program is told. */
export interface PermissionWords {
  readonly approval: string
  readonly sandbox: string
}

export interface PermissionMode {
  readonly id: string
  readonly label: string
  readonly note: string
  readonly says: PermissionWords | null
  /** Works out a plan and may ask questions, which the product knows as another way of working together. */
  readonly isPlan: boolean
}

/** Nothing about approval or sandbox is said to the program. */
export const CONFIGURED = 'configured'

/** The first is what it does when none is named. */
export const permissionModes: readonly PermissionMode[] = [
  {
    id: CONFIGURED,
    label: 'as configured',
    note: 'What your Codex settings say; a thread that goes on is allowed what it was allowed last.',
    says: null,
    isPlan: false,
  },
  {
    id: 'ask',
    label: 'ask, here',
    note: 'Writes in the folder; asks before it leaves the sandbox.',
    says: { approval: 'on-request', sandbox: 'workspace-write' },
    isPlan: false,
  },
  {
    id: 'read-only',
    label: 'read only',
    note: 'Reads; asks before it writes or runs anything else.',
    says: { approval: 'on-request', sandbox: 'read-only' },
    isPlan: false,
  },
  {
    id: 'plan',
    label: 'plan first',
    note: 'Reads, asks you questions and plans; choose another mode to have it done.',
    says: { approval: 'on-request', sandbox: 'read-only' },
    isPlan: true,
  },
  {
    id: 'untrusted',
    label: 'ask for everything',
    note: 'Asks before every command that is not known to be harmless.',
    says: { approval: 'untrusted', sandbox: 'workspace-write' },
    isPlan: false,
  },
  {
    id: 'never',
    label: 'do not ask',
    note: 'Writes in the folder; what the sandbox forbids fails without asking.',
    says: { approval: 'never', sandbox: 'workspace-write' },
    isPlan: false,
  },
  {
    id: 'full',
    label: 'everything allowed',
    note: 'No sandbox and no questions. For machines that are sandboxes themselves.',
    says: { approval: 'never', sandbox: 'danger-full-access' },
    isPlan: false,
  },
]

export function permissionMode(id: string | null): PermissionMode | null {
  return permissionModes.find((mode) => mode.id === (id ?? CONFIGURED)) ?? null
}

const policies = new Map([
  ['workspace-write', 'workspaceWrite'],
  ['read-only', 'readOnly'],
  ['danger-full-access', 'dangerFullAccess'],
])

/** For turns to come. `model`: a way of working together cannot be named without one. */
export function settingsOf({ approval, sandbox }: PermissionWords, isPlan: boolean, model: string): Json {
  return {
    approvalPolicy: approval,
    sandboxPolicy: { type: policies.get(sandbox) },
    ...collaboration(isPlan, model),
  }
}

export function collaboration(isPlan: boolean, model: string): Json {
  const settings = { model, reasoning_effort: null, developer_instructions: null }
  return { collaborationMode: { mode: isPlan ? 'plan' : 'default', settings } }
}

/** Which mode settings like ours stand for; null: none of ours. */
export function modeOfSettings(settings: Json): PermissionMode | null {
  const type = asObject(settings['sandboxPolicy'])?.['type']
  const isPlan = asObject(settings['collaborationMode'])?.['mode'] === 'plan'
  const isMeant = ({ says, isPlan: plans }: PermissionMode): boolean =>
    says !== null && says.approval === settings['approvalPolicy'] && policies.get(says.sandbox) === type && plans === isPlan
  return permissionModes.find(isMeant) ?? null
}

/** Which mode a thread was in; null: none of ours. */
export function modeOfWords({ approval, sandbox, isPlan }: PermissionWords & { readonly isPlan: boolean }): string | null {
  const isMeant = ({ says, isPlan: plans }: PermissionMode): boolean =>
    says?.approval === approval && says.sandbox === sandbox && plans === isPlan
  return permissionModes.find(isMeant)?.id ?? null
}
