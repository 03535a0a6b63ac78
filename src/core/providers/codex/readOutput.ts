import type { ImageBody } from '../../itemBody'
import { asObject, asText, parseJson } from '../../readJson'
import { readImage } from './readImage'

/** What a tool gave back. */
export interface ToolOutput {
  readonly text: string
  readonly isError: boolean
  readonly images: readonly ImageBody[]
}

const EXIT_CODE = /^(?:[^\n]*\n){0,6}?(?:Process exited with code|Exit code:) (-?\d+)/
const FAILED_STARTS = ['unsupported call: ', 'Script failed', 'Script terminated', 'failed to parse function arguments']
/** What is said of an agent that could not be had. */
const NO_AGENT =
  /^(?:unknown agent_type |(?:live )?agent (?:with id |path )?\S+ not found|agent (?:depth|thread) limit |collab \w+ failed)/
const ABORTED = /^(?:Wall time: [^\n]*\n)?aborted by user/

/** `output` of a record that answers a call. */
export function readOutput(output: unknown): ToolOutput {
  if (!Array.isArray(output)) return plain(asText(output) ?? '')
  const parts = output.map(asObject)
  const texts = parts.flatMap((part) => asText(part?.['text']) ?? [])
  return { text: texts.join('\n'), isError: saysFailure(texts[0] ?? ''), images: parts.flatMap((part) => readImage(part) ?? []) }
}

/** Releases up to 0.4x wrap what a command printed together with its exit code. */
function plain(text: string): ToolOutput {
  const wrapped = text.startsWith('{"output":') ? asObject(parseJson(text)) : null
  const code = asObject(wrapped?.['metadata'])?.['exit_code']
  if (typeof code !== 'number') return { text, isError: saysFailure(text), images: [] }
  return { text: asText(wrapped?.['output']) ?? '', isError: code !== 0, images: [] }
}

/** What became of a call is told before what it printed. */
const TELLING = 120

function saysFailure(output: string): boolean {
  const text = output.slice(0, TELLING)
  const code = EXIT_CODE.exec(text)?.[1]
  if (code !== undefined) return code !== '0'
  return ABORTED.test(text) || NO_AGENT.test(text) || FAILED_STARTS.some((start) => text.startsWith(start))
}
