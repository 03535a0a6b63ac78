import { asObject, asText } from '../../readJson'

/** The words of a message's content, whatever its parts are called. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap((part) => asText(asObject(part)?.['text']) ?? []).join('\n')
}
