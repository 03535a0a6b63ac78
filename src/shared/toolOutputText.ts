import { prettyJson } from './prettyJson'

/** A tool's output as text, whatever shape it has. */
export function toolOutputText(output: unknown): string {
  if (output === null || output === undefined) return ''
  if (typeof output === 'string') return output
  if (Array.isArray(output)) {
    const blocks: readonly unknown[] = output
    const texts = blocks.map((block) => (typeof block === 'object' && block !== null && 'text' in block ? block.text : null))
    if (texts.length > 0 && texts.every((text) => typeof text === 'string')) return texts.join('\n')
  }
  return prettyJson(output)
}
