import { asId, asObject, asText, type Json } from '../../../core/readJson'
import type { Ask } from '../../../shared/drive/ask'

/** An option of an ask, and what the CLI is told when it is chosen. */
export interface OfferedAnswer {
  readonly option: Ask['options'][number]
  /** Fields beside `updatedInput` or the message. */
  readonly says: Json
}

/** Each suggestion is an answer of its own: sent together they would also switch the session's mode. */
export function offerAnswers(tool: string, request: Json): readonly OfferedAnswer[] {
  const once = allow('once', onceLabel(tool), null, {})
  const deny: OfferedAnswer = {
    option: { id: 'deny', label: denyLabel(tool), effect: 'deny', note: null, takesMessage: true },
    says: { behavior: 'deny' },
  }
  const halt: OfferedAnswer = {
    option: { id: 'halt', label: 'Deny and stop the turn', effect: 'halt', note: null, takesMessage: false },
    says: { behavior: 'deny', interrupt: true },
  }
  if (tool === 'AskUserQuestion') return [deny, halt]
  if (tool === 'ExitPlanMode')
    return [once, allow('edits', 'Approve, and allow edits', 'for this run', { updatedPermissions: [acceptEdits] }), deny]
  return [once, ...suggestionsOf(request).flatMap(fromSuggestion), deny, halt]
}

const acceptEdits = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }

function allow(id: string, label: string, note: string | null, says: Json): OfferedAnswer {
  const effect = id === 'once' ? 'once' : 'always'
  return { option: { id, label, effect, note, takesMessage: false }, says: { behavior: 'allow', ...says } }
}

function onceLabel(tool: string): string {
  return tool === 'ExitPlanMode' ? 'Approve the plan' : 'Allow once'
}

function denyLabel(tool: string): string {
  if (tool === 'ExitPlanMode') return 'Keep planning'
  return tool === 'AskUserQuestion' ? 'Do not answer' : 'Deny'
}

function suggestionsOf(request: Json): readonly Json[] {
  const all = request['permission_suggestions']
  return Array.isArray(all) ? all.map(asObject).filter((one) => one !== null) : []
}

function fromSuggestion(suggestion: Json, index: number): readonly OfferedAnswer[] {
  const id = `always-${index}`
  const type = suggestion['type']
  if (type === 'addRules' && suggestion['behavior'] === 'allow') return byReach(id, `Allow ${rulesOf(suggestion)}`, suggestion)
  if (type === 'addDirectories') return byReach(id, `Allow ${foldersOf(suggestion)}`, suggestion)
  if (type !== 'setMode') return []
  const mode = asId(suggestion['mode']) ?? 'another mode'
  return byReach(id, mode === 'acceptEdits' ? 'Allow all edits' : `Switch to ${mode}`, suggestion)
}

/** For this run alone, and where the CLI would keep it, as it says too: what is kept must never be called an answer for this run. */
function byReach(id: string, label: string, suggestion: Json): readonly OfferedAnswer[] {
  const where = asText(suggestion['destination'])
  const session = { ...suggestion, destination: 'session' }
  const here = allow(`${id}-run`, label, 'for this run', { updatedPermissions: [session] })
  if (where === 'session' || where === null) return [here]
  return [here, allow(id, label, destinations.get(where) ?? where, { updatedPermissions: [suggestion] })]
}

const destinations = new Map([
  ['localSettings', 'in this project, from now on (only you)'],
  ['projectSettings', 'in this project, from now on (everybody)'],
  ['userSettings', 'everywhere, from now on'],
])

function rulesOf(suggestion: Json): string {
  const rules = Array.isArray(suggestion['rules']) ? suggestion['rules'] : []
  const names = rules.flatMap((one: unknown) => {
    const rule = asObject(one)
    const tool = asId(rule?.['toolName'])
    const content = asId(rule?.['ruleContent'])
    return tool === null ? [] : content === null ? tool : content
  })
  return names.join(', ') || 'such calls'
}

function foldersOf(suggestion: Json): string {
  const folders = Array.isArray(suggestion['directories']) ? suggestion['directories'] : []
  return folders.filter((one) => typeof one === 'string').join(', ') || 'this folder'
}
