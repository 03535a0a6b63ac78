import type { AnswerSketch } from '../../itemBody'
import type { LineHead } from './readLineHead'
import { readOutput } from './readOutput'

const OUTPUTS: ReadonlySet<string | null> = new Set(['function_call_output', 'custom_tool_call_output'])
const START =
  /^(?:"id":"[^"\\]*",)?"call_id":"([^"\\]{1,200})","output":(?:"|\[\{"type":"input_text","text":")([^"\\]*(?:\\.[^"\\]*)*)/
/** As much as tells whether it failed. */
const ENOUGH = 300

/** The answer to a call from the first bytes of its line: outputs are long, and only their beginnings say what became of the call. */
export function readPlainOutput({ payload, rest }: LineHead): AnswerSketch | null {
  if (!OUTPUTS.has(payload)) return null
  const match = START.exec(rest)
  if (!match) return null
  const [whole, call = '', written = ''] = match
  const isWhole = rest.length > whole.length && rest[whole.length] === '"'
  // Old releases tell the exit code behind the text.
  if ((!isWhole && written.length < ENOUGH) || written.startsWith('{')) return null
  const text = written.slice(0, ENOUGH).replaceAll('\\n', '\n').replaceAll('\\"', '"')
  return { call, isError: readOutput(text).isError }
}
