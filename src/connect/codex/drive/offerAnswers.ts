import { answerToElicitation, askOfElicitation, type Elicitation, readElicitation } from '../../../core/drive/elicitation'
import { asObject, type Json } from '../../../core/readJson'
import type { Ask, AskAnswer } from '../../../shared/drive/ask'
import { fail, ok, type Result } from '../../../shared/result'
import type { WireLine } from './wireLine'

type Request = Pick<Extract<WireLine, { kind: 'request' }>, 'method' | 'params'>
type Option = Ask['options'][number]

interface OfferedAnswer {
  readonly option: Option
  /** What the server is told. */
  readonly result: unknown
}

/** What a tool's server asks through Codex. */
export function elicitationIn(params: Json): Elicitation {
  return readElicitation(params['serverName'], params, params['requestedSchema'])
}

/** Empty: this request is not for a person. */
export function offerAnswers({ method, params }: Request): readonly OfferedAnswer[] {
  switch (method) {
    case 'item/commandExecution/requestApproval':
      return commandAnswers(params)
    case 'item/fileChange/requestApproval':
      return [decide('accept'), decide('acceptForSession'), decide('decline'), decide('cancel')].flatMap((one) => one ?? [])
    case 'item/permissions/requestApproval':
      return permissionAnswers(params)
    case 'item/tool/requestUserInput':
      return [{ option: option('none', 'Do not answer', 'deny', null), result: { answers: {} } }]
    case 'mcpServer/elicitation/request':
      return (askOfElicitation(elicitationIn(params))?.options ?? []).flatMap((each) => {
        const said = answerToElicitation(elicitationIn(params), { kind: 'option', option: each.id, message: null })
        return said.ok ? { option: each, result: said.value } : []
      })
    case 'execCommandApproval':
    case 'applyPatchApproval':
      return legacy
    default:
      return []
  }
}

/** What the server is told. */
export function resultOf(request: Request, answer: AskAnswer): Result<unknown, string> {
  if (answer.kind === 'answers' && request.method === 'mcpServer/elicitation/request')
    return answerToElicitation(elicitationIn(request.params), answer)
  if (answer.kind === 'answers') {
    if (request.method !== 'item/tool/requestUserInput') return fail('This is no question: allow it or deny it.')
    const answers = Object.fromEntries(Object.entries(answer.answers).map(([id, given]) => [id, { answers: given }]))
    return ok({ answers })
  }
  const chosen = offerAnswers(request).find(({ option }) => option.id === answer.option)
  return chosen ? ok(chosen.result) : fail('This answer is not offered.')
}

function commandAnswers(params: Json): readonly OfferedAnswer[] {
  const named = Array.isArray(params['availableDecisions'])
    ? params['availableDecisions']
    : ['accept', 'acceptForSession', 'cancel']
  const answers = named.flatMap((decision: unknown) => decide(decision) ?? [])
  // It is taken although it is not always named, and is the only answer after which the turn goes on without the command.
  const decline = decide('decline')
  if (!decline || answers.some(({ option }) => option.id === 'decline')) return answers
  const halt = answers.findIndex(({ option }) => option.effect === 'halt')
  return halt < 0 ? [...answers, decline] : [...answers.slice(0, halt), decline, ...answers.slice(halt)]
}

const plain = new Map<string, Option>([
  ['accept', option('accept', 'Allow once', 'once', null)],
  ['acceptForSession', option('acceptForSession', 'Allow for this run', 'always', 'for this run')],
  ['decline', option('decline', 'Deny', 'deny', null)],
  ['cancel', option('cancel', 'Deny and stop the turn', 'halt', null)],
])

/** Null: a decision nobody has heard of. */
function decide(decision: unknown): OfferedAnswer | null {
  if (typeof decision === 'string') {
    const known = plain.get(decision)
    return known ? { option: known, result: { decision } } : null
  }
  const rule = asObject(asObject(decision)?.['acceptWithExecpolicyAmendment'])?.['execpolicy_amendment']
  if (Array.isArray(rule)) {
    const label = `Allow ${rule.join(' ')}…`
    return { option: option('amend', label, 'always', 'such commands, from now on'), result: { decision } }
  }
  const host = asObject(asObject(asObject(decision)?.['applyNetworkPolicyAmendment'])?.['network_policy_amendment'])
  if (!host) return null
  const label = `${host['action'] === 'deny' ? 'Deny' : 'Allow'} ${String(host['host'])}`
  return { option: option('network', label, host['action'] === 'deny' ? 'deny' : 'always', 'from now on'), result: { decision } }
}

function permissionAnswers({ permissions }: Json): readonly OfferedAnswer[] {
  return [
    { option: option('turn', 'Allow for this turn', 'once', null), result: { permissions, scope: 'turn' } },
    { option: option('session', 'Allow for this run', 'always', 'for this run'), result: { permissions, scope: 'session' } },
    { option: option('none', 'Deny', 'deny', null), result: { permissions: {}, scope: 'turn' } },
  ]
}

const legacy: readonly OfferedAnswer[] = [
  { option: option('approved', 'Allow once', 'once', null), result: { decision: 'approved' } },
  {
    option: option('approved_for_session', 'Allow for this run', 'always', 'for this run'),
    result: { decision: 'approved_for_session' },
  },
  { option: option('denied', 'Deny', 'deny', null), result: { decision: 'denied' } },
  { option: option('abort', 'Deny and stop the turn', 'halt', null), result: { decision: 'abort' } },
]

function option(id: string, label: string, effect: Option['effect'], note: string | null): Option {
  // The protocol has no place for words beside a decision: they go into the turn that goes on.
  return { id, label, effect, note, takesMessage: id === 'decline' }
}
