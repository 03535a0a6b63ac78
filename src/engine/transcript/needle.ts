import { toolOutputText } from '../../shared/toolOutputText'
import type { TranscriptItem } from '../../shared/views'

/** What is looked for, without regard to case: simple folding, as regular expressions know it. */
export interface Needle {
  isInText(text: string): boolean
  /** Whether a line of JSON may hold it in one of its texts: no means no. */
  mayBeInLine(line: Buffer): boolean
}

/** In JSON these stand behind a backslash, or may. */
const ESCAPED = /["\\/\p{Cc}]/u
/** A letter may be written as its number; only control characters always are. */
const NUMBERED = /\\u(?!00[01])/

export function needleOf(text: string): Needle {
  const pattern = new RegExp(text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'), 'iu')
  const isPlain = !ESCAPED.test(text) && text.isWellFormed()
  return {
    isInText: (searched) => searched.length > 0 && pattern.test(searched),
    mayBeInLine: (line) => {
      if (!isPlain) return true
      const raw = line.utf8Slice()
      return pattern.test(raw) || NUMBERED.test(raw)
    },
  }
}

/** Everything a person can see of an item once it is opened. */
export function isInItem(needle: Needle, { text, tool }: TranscriptItem): boolean {
  if (needle.isInText(text)) return true
  return (
    tool !== null && (needle.isInText(tool.name) || isInValue(needle, tool.input) || needle.isInText(toolOutputText(tool.output)))
  )
}

/** The texts and the keys of a tool's input, however deep: a list to work off, for the stack is not as deep as JSON can be. */
function isInValue(needle: Needle, value: unknown): boolean {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string') {
      if (needle.isInText(one)) return true
    } else if (typeof one === 'number' || typeof one === 'boolean') {
      if (needle.isInText(String(one))) return true
    } else if (Array.isArray(one)) for (const each of one) left.push(each)
    else if (typeof one === 'object' && one !== null) for (const [key, each] of Object.entries(one)) left.push(key, each)
  }
  return false
}
