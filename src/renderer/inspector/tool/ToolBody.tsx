import './ToolBody.css'
import { useMemo } from 'react'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { neutraliseText } from '../../../shared/neutraliseText'
import { toolOutputText } from '../../../shared/toolOutputText'
import type { TranscriptItem } from '../../../shared/views'
import { inOrder } from '../inOrder'
import { CodeText } from '../markdown/CodeBlock'
import { useItemNumber } from '../transcript/holdNumber'
import { DiffView } from './DiffView'
import { editsOf } from './editsOf'
import { ItemImages } from './ItemImages'
import { inputFields, textField } from './inputFields'
import { LongText } from './LongText'
import { lineOfEdit } from './lineOfEdit'
import { todosOf } from './todosOf'
import { toolKind } from './toolKind'
import type { Tool } from './toolLine'

interface ToolBodyProps {
  readonly run: RunUri
  readonly agent: AgentKey
  readonly item: TranscriptItem
  readonly tool: Tool
}

/** What a call was given and what it gave back. */
export function ToolBody({ run, agent, item, tool }: ToolBodyProps) {
  const number = useItemNumber(item.n)
  const output = useMemo(() => withoutImages(toolOutputText(tool.output)), [tool.output])
  const isShownAsDiff = item.clamped?.input === undefined && editsOf(toolKind(tool.name), tool.input).length > 0
  const isQuietOutput = isShownAsDiff && tool.status === 'ok'
  return (
    <div className="open-body">
      <ToolInput run={run} agent={agent} item={item} tool={tool} output={output} />
      {output !== '' && !isQuietOutput && (
        <div className={tool.status === 'error' ? 'tool-part bad' : 'tool-part'}>
          <LongText
            run={run}
            agent={agent}
            n={number}
            part="output"
            text={output}
            total={item.clamped?.output}
            look="mono"
            label={`Output of ${tool.name}`}
          />
        </div>
      )}
      {(item.images ?? 0) > 0 && <ItemImages run={run} agent={agent} n={number} count={item.images ?? 0} />}
      {tool.status === 'running' && <p className="tool-part show-told">no result yet</p>}
      {tool.status !== 'running' && output === '' && (item.images ?? 0) === 0 && <p className="tool-part show-told">no output</p>}
    </div>
  )
}

/** Pictures are shown, so their stand-ins in the text need not be. */
function withoutImages(output: string): string {
  return /^\s*(\[image\]\s*)+$/.test(output) ? '' : output
}

function ToolInput({ run, agent, item, tool, output }: ToolBodyProps & { readonly output: string }) {
  const number = useItemNumber(item.n)
  const kind = toolKind(tool.name)
  const edits = useMemo(
    () => (item.clamped?.input === undefined ? editsOf(kind, tool.input) : []),
    [kind, item.clamped?.input, tool.input],
  )
  if (edits.length > 0) {
    return inOrder(edits).map(({ place, value: edit }) => (
      <DiffView key={place} edit={edit} line={edits.length === 1 && kind === 'edit' ? lineOfEdit(output, edit.after) : null} />
    ))
  }
  const todos = kind === 'todo' ? todosOf(tool.input) : null
  if (todos) {
    return (
      <ul className="tool-part todos">
        {inOrder(todos).map(({ place, value: { text, state } }) => (
          <li key={place} className={state} dir="auto">
            <span role="img" aria-label={state}>
              {{ open: '☐', doing: '◐', done: '☑' }[state]}
            </span>{' '}
            {text}
          </li>
        ))}
      </ul>
    )
  }
  const command = kind === 'shell' ? textField(inputFields(tool.input), 'command', 'cmd') : null
  const isCommand = command !== null && item.clamped?.input === undefined
  const text = isCommand ? command : inputText(tool.input)
  if (text === '' || text === '{}' || text === 'null') return null
  return (
    <div className="tool-part">
      {isCommand && command.length < 4000 ? (
        <pre className="plain-text mono" dir="ltr">
          <CodeText text={neutraliseText(command)} language="bash" />
        </pre>
      ) : (
        <LongText
          run={run}
          agent={agent}
          n={number}
          part="input"
          text={text}
          total={item.clamped?.input}
          look="mono"
          label={`Input of ${tool.name}`}
        />
      )}
    </div>
  )
}

/** One line per field where that can be read, else as JSON. */
function inputText(input: unknown): string {
  if (typeof input === 'string') return input
  const fields = [...inputFields(input)]
  if (fields.length > 0 && fields.every(([, value]) => typeof value !== 'object' || value === null)) {
    return fields
      .map(([name, value]) =>
        typeof value === 'string' && value.includes('\n') ? `${name}:\n${value}` : `${name}: ${String(value)}`,
      )
      .join('\n')
  }
  return JSON.stringify(input, null, 2) ?? ''
}
