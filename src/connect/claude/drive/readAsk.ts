import type { DrivenAsk } from '../../../core/drive/driver'
import { askOfElicitation, type Elicitation, readElicitation } from '../../../core/drive/elicitation'
import { asId, asObject, asText, type Json } from '../../../core/readJson'
import { AskId } from '../../../shared/drive/ask'
import { fieldsOf } from '../../fieldsOf'
import { offerAnswers } from './offerAnswers'

/** What a tool's server asks through the CLI; null: something else is asked. */
export function elicitationIn(request: Json): Elicitation | null {
  if (request['subtype'] !== 'elicitation') return null
  return readElicitation(request['display_name'] ?? request['mcp_server_name'], request, request['requested_schema'])
}

/** What the CLI asks a person, for a tool or in the name of one's server: all of it. Null: nobody could be shown it. */
export function readAsk(id: string, request: Json, at: number): DrivenAsk | null {
  const elicited = elicitationIn(request)
  if (elicited) {
    const words = askOfElicitation(elicited)
    const asked = { id: AskId.parse(id), agent: asId(request['agent_id']), at: new Date(at).toISOString() }
    return words && { ...words, ...asked, reason: null, folder: null, change: null, isCut: false }
  }
  if (request['subtype'] !== 'can_use_tool') return null
  const tool = asId(request['tool_name']) ?? 'a tool'
  const input = asObject(request['input']) ?? {}
  const change = changeOf(tool, input)
  const main = mainOf(tool, input)
  const said = asText(request['description'])
  const why = said === null && typeof input['description'] === 'string' ? ['description'] : []
  const shown = new Set([...main.names, ...(change === null ? [] : (CHANGED.get(tool)?.names ?? [])), ...why])
  return {
    id: AskId.parse(id),
    agent: asId(request['agent_id']),
    kind: tool === 'AskUserQuestion' ? 'question' : tool === 'ExitPlanMode' ? 'plan' : 'permission',
    at: new Date(at).toISOString(),
    tool: asId(request['display_name']) ?? tool,
    detail: main.text,
    fields: fieldsOf(input, shown),
    reason: said ?? asText(input['description']) ?? asText(request['decision_reason']),
    folder: null,
    change,
    isCut: false,
    options: offerAnswers(tool, request).map(({ option }) => option),
    questions: tool === 'AskUserQuestion' ? questionsOf(input) : [],
  }
}

/** What it is about, and which of the input's fields say that already. */
interface Main {
  readonly text: string
  readonly names: readonly string[]
}

/** What is run comes before where it is: a notebook's path is a line below its new source. */
const MAIN_NAMES = ['command', 'new_source', 'file_path', 'notebook_path', 'url', 'prompt', 'path', 'query', 'pattern']

function mainOf(tool: string, input: Json): Main {
  if (tool === 'AskUserQuestion') {
    const words = questionsOf(input).map(({ text }) => text)
    return { text: words.join('\n'), names: ['questions'] }
  }
  if (tool === 'ExitPlanMode') return { text: asText(input['plan']) ?? 'The plan is in the transcript.', names: ['plan'] }
  for (const name of MAIN_NAMES) {
    const value = input[name]
    if (typeof value === 'string' && value !== '') return { text: value, names: [name] }
  }
  return { text: JSON.stringify(input, null, 2), names: Object.keys(input) }
}

interface Changed {
  readonly before: string | null
  readonly after: string
  readonly names: readonly string[]
}

/** By tool: the fields that are a change of a file. */
const CHANGED: ReadonlyMap<string, Changed> = new Map([
  ['Edit', { before: 'old_string', after: 'new_string', names: ['file_path', 'old_string', 'new_string'] }],
  ['Write', { before: null, after: 'content', names: ['file_path', 'content'] }],
])

function changeOf(tool: string, input: Json): DrivenAsk['change'] {
  const changed = CHANGED.get(tool)
  const path = input['file_path']
  const after = changed && input[changed.after]
  if (!changed || typeof path !== 'string' || typeof after !== 'string') return null
  const before = changed.before === null ? '' : input[changed.before]
  return typeof before === 'string' ? { path, before, after, isWhole: changed.before === null } : null
}

function questionsOf(input: Json): DrivenAsk['questions'] {
  const all = Array.isArray(input['questions']) ? input['questions'] : []
  return all.flatMap((one: unknown) => {
    const question = asObject(one)
    const text = asId(question?.['question'])
    if (!question || text === null) return []
    const options = Array.isArray(question['options']) ? question['options'] : []
    return {
      // The CLI itself knows its questions by their words.
      id: text,
      header: asText(question['header']),
      text,
      isMultiple: question['multiSelect'] === true,
      takesOwnWords: true,
      isSecret: false,
      options: options.flatMap((each: unknown) => {
        const option = asObject(each)
        const label = asId(option?.['label'])
        return label === null ? [] : { label, note: asText(option?.['description']) }
      }),
    }
  })
}
