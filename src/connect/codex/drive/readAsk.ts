import type { DrivenAsk } from '../../../core/drive/driver'
import { askOfElicitation } from '../../../core/drive/elicitation'
import { quoteCommand } from '../../../core/drive/quoteCommand'
import { asId, asObject, asText, type Json } from '../../../core/readJson'
import { AskId } from '../../../shared/drive/ask'
import { fieldsOf } from '../../fieldsOf'
import { elicitationIn, offerAnswers } from './offerAnswers'
import type { WireLine } from './wireLine'

type Request = Extract<WireLine, { kind: 'request' }>

/** What of a request is its way on the wire, or is shown as what it is about, its place, its reason or its answers. */
const SHOWN = new Set([
  ...['threadId', 'conversationId', 'turnId', 'itemId', 'callId', 'approvalId', 'startedAtMs', 'autoResolutionMs'],
  ...['kind', 'cwd', 'reason', 'availableDecisions'],
  ...['proposedExecpolicyAmendment', 'proposedNetworkPolicyAmendments', 'commandActions', 'parsedCmd'],
])

/** What a server request asks a person; null: nothing that a person can answer. `change`: the patch that an approval speaks of. */
export function readAsk(request: Request, root: string | null, at: number, change: string | null): DrivenAsk | null {
  const { method, params } = request
  const options = offerAnswers(request).map(({ option }) => option)
  if (options.length === 0) return null
  const thread = asId(params['threadId']) ?? asId(params['conversationId'])
  const elicited = method === 'mcpServer/elicitation/request' ? askOfElicitation(elicitationIn(params)) : null
  const questions = elicited?.questions ?? (method === 'item/tool/requestUserInput' ? questionsOf(params) : [])
  const words = questions.map(({ text }) => text).join('\n')
  const main = questions.length > 0 ? { text: words, name: 'questions' } : mainOf(params, change)
  return {
    id: AskId.parse(request.id),
    agent: thread === root ? null : thread,
    kind: questions.length > 0 ? 'question' : 'permission',
    at: new Date(at).toISOString(),
    tool: elicited?.tool ?? toolOf(method),
    detail: elicited?.detail ?? main.text,
    fields: elicited ? [] : fieldsOf(params, new Set([...SHOWN, main.name])),
    reason: asText(params['reason']),
    folder: asText(params['cwd']) ?? asText(params['grantRoot']),
    change: null,
    isCut: false,
    options,
    questions,
  }
}

function toolOf(method: string): string {
  if (method.includes('fileChange') || method === 'applyPatchApproval') return 'Edit'
  if (method.includes('permissions')) return 'Permissions'
  return method === 'item/tool/requestUserInput' ? 'Question' : 'Command'
}

/** What it is about, and which of the parameters says so. */
function mainOf(params: Json, change: string | null): { readonly text: string; readonly name: string } {
  const { command } = params
  if (typeof command === 'string') return { text: command, name: 'command' }
  // Joined by spaces, two words would look like three.
  if (Array.isArray(command)) return { text: quoteCommand(command.map(String)), name: 'command' }
  if (change !== null) return { text: change, name: '' }
  const name = ['permissions', 'fileChanges'].find((each) => params[each] !== undefined && params[each] !== null)
  if (name === undefined) return { text: 'It wants to change files, and has not said which or how.', name: '' }
  return { text: JSON.stringify(params[name], null, 2), name }
}

function questionsOf(params: Json): DrivenAsk['questions'] {
  const all = Array.isArray(params['questions']) ? params['questions'] : []
  return all.flatMap((one: unknown) => {
    const question = asObject(one)
    const id = asId(question?.['id'])
    if (!question || id === null) return []
    const options = Array.isArray(question['options']) ? question['options'] : []
    return {
      id,
      header: asText(question['header']),
      text: asText(question['question']) ?? id,
      isMultiple: false,
      takesOwnWords: question['isOther'] === true || options.length === 0,
      isSecret: question['isSecret'] === true,
      options: options.flatMap((each: unknown) => {
        const label = asId(asObject(each)?.['label'])
        return label === null ? [] : { label, note: asText(asObject(each)?.['description']) }
      }),
    }
  })
}
