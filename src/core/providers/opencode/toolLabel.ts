import { toolArgument } from '../../../shared/toolArgument'
import { cutText } from '../../promptKey'
import type { Json } from '../../readJson'

const LONGEST = 80

export function toolLabel(name: string, input: Json): string {
  const argument = toolArgument(input)
  return argument === '' ? name : `${name}: ${cutText(argument, LONGEST)}`
}

/** First line of a text that has one. */
export function textLabel(text: string): string | null {
  const line =
    text
      .trimStart()
      .slice(0, LONGEST + 1)
      .split(/[\r\n]/, 1)[0] ?? ''
  return line === '' ? null : cutText(line, LONGEST)
}
